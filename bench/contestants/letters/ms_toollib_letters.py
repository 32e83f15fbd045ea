"""ms-toollib on LeetCode's letters, which are translated before and after each click."""

import ms_toollib

from forms import LISTS as form

__all__ = ["form", "name", "requires", "reveal"]

name = "ms-toollib (lists)"
requires = ("ms-toollib",)

HIDDEN = 10
MINES = dict.fromkeys("EB12345678", 0) | {"M": -1}
CODES = {"M": HIDDEN, "E": HIDDEN, "B": 0} | {str(n): n for n in range(1, 9)}
LETTERS = ["B", *"12345678"]


def reveal(board, row, col):
    if board[row][col] == "M":
        board[row][col] = "X"
        return
    numbers = ms_toollib.cal_board_numbers([[MINES[square] for square in line] for line in board])
    game = [[CODES[square] for square in line] for line in board]
    for line, codes in zip(
        board, ms_toollib.refresh_board(numbers, game, [(row, col)]), strict=True
    ):
        line[:] = [
            square if code == HIDDEN else LETTERS[code]
            for square, code in zip(line, codes, strict=True)
        ]
