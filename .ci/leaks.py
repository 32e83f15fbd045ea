"""Clicks of every kind on every form of board, so many times over, for LeakSanitizer to watch."""

import sys
from contextlib import suppress

import boards
from forms import FORMS

import minesweep

GOOD = ["EEEEEEEEE", "EEEEEEEEE", "EEEEEMEEE", "EEXEEEEEE", "EEEEEE1BE"]
BAD = [*GOOD, "EEEEEEEEF"]
LARGE = boards.empty(60, 80)  # enough squares to see a reference that is lost once in a thousand
CLICKS = [(2, 5), (3, 4), (0, 0), (4, 7), (5, 0), (0, -1), (2**70, 0), (0.5, 0), (1, 2, 3)]


def main() -> None:
    for _ in range(int(sys.argv[1])):
        for form in FORMS:
            for rows in GOOD, BAD, LARGE:
                board = form.make(rows)
                for click in CLICKS:
                    with suppress(IndexError, TypeError, ValueError):
                        minesweep.updateBoard(board, click)
                with suppress(ValueError):
                    minesweep.check_board(board)
                for clicks in CLICKS[:4], CLICKS[:5]:
                    with suppress(IndexError, ValueError):
                        minesweep.reveal_sequence(form.make(rows), clicks, connectivity=4)


if __name__ == "__main__":
    main()
