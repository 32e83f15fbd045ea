"""ms-toollib on its own form of board: lists of integers, all numbers computed beforehand."""

import ms_toollib
import numpy as np

from forms import Form

__all__ = ["form", "name", "requires", "reveal"]

name = "ms-toollib (its own form)"
requires = ("ms-toollib",)

HIDDEN, HIT, MINE = 10, 15, -1
CODES = {"M": HIDDEN, "E": HIDDEN, "X": HIT, "B": 0} | {str(n): n for n in range(1, 9)}
LETTERS = {HIT: "X", 0: "B"} | {n: str(n) for n in range(1, 9)}


class Board:
    def __init__(self, letters):
        rows = [row.tobytes().decode("ascii") for row in letters]
        self.numbers = ms_toollib.cal_board_numbers(
            [[MINE if letter in "MX" else 0 for letter in row] for row in rows]
        )
        self.game = [[CODES[letter] for letter in row] for row in rows]

    def letters(self):
        pairs = zip(self.numbers, self.game, strict=True)
        text = [
            [
                LETTERS.get(code, "M" if number == MINE else "E")
                for number, code in zip(*rows, strict=True)
            ]
            for rows in pairs
        ]
        return np.array(text, "S1").view(np.uint8)


form = Form("ms-toollib's lists of numbers", Board, Board.letters)


def reveal(board, row, col):
    board.game = ms_toollib.refresh_board(board.numbers, board.game, [(row, col)])
