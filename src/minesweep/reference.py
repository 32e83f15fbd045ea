"""The rule in plain Python: a specification to read, and what the compiled core is held to.

It takes lists of lists alone and keeps the same contract as the compiled functions, their
exceptions included. It is slow, and nothing in the package calls it.

The rule is that of LeetCode problem 529, "Minesweeper"
(https://leetcode.com/problems/minesweeper/).

Examples
--------
>>> from minesweep import reference
>>> board = [list("EEEEE"), list("EEMEE"), list("EEEEE"), list("EEEEE")]
>>> reference.reveal(board, 3, 0)
18
>>> print("\\n".join(map("".join, board)))
B1E1B
B1M1B
B111B
BBBBB
"""

import operator
from collections.abc import Iterator
from typing import SupportsIndex

from minesweep import _errors
from minesweep._types import Click

__all__ = ["Solution", "check_board", "reveal", "updateBoard"]

Board = list[list[str]]
Square = tuple[int, int]

_EDGES = ((-1, 0), (0, -1), (0, 1), (1, 0))
_CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def reveal(
    board: Board, row: SupportsIndex, col: SupportsIndex, *, connectivity: SupportsIndex = 8
) -> int:
    """Click on a square, in place; the number of squares that changed.

    See `minesweep.reveal`, whose contract this is.

    Examples
    --------
    >>> board = [["E", "E", "M"]]
    >>> reveal(board, 0, 0), board
    (2, [['B', '1', 'M']])
    """
    at_row, at_col = _integer("row", row), _integer("column", col)
    steps = _steps(connectivity)
    rows, cols = _size(board)
    if not (0 <= at_row < rows and 0 <= at_col < cols):
        raise _errors.outside(at_row, at_col, rows, cols)
    clicked = _letter(board, at_row, at_col)
    if clicked is None:
        raise _errors.bad_list_square(board, at_row, at_col, cols)
    if clicked == "M":
        board[at_row][at_col] = "X"
        return 1
    if clicked != "E":
        return 0
    opened = _opening(board, (at_row, at_col), steps)
    for (r, c), letter in sorted(opened.items()):
        board[r][c] = letter
    return len(opened)


def updateBoard(board: Board, click: Click) -> Board:
    """Click on a square, in place, and return the same board: LeetCode 529's signature.

    Examples
    --------
    >>> updateBoard([["E", "M"]], [0, 0])
    [['1', 'M']]
    """
    try:
        row, col = click
    except (TypeError, ValueError) as error:
        raise _errors.not_a_pair(click, error) from None
    reveal(board, row, col)
    return board


class Solution:
    """LeetCode 529's class.

    Examples
    --------
    >>> Solution().updateBoard([["M"]], [0, 0])
    [['X']]
    """

    def updateBoard(self, board: Board, click: Click) -> Board:
        """Click on a square, in place, and return the same board."""
        return updateBoard(board, click)


def check_board(board: Board) -> None:
    """Read every square, and raise for the first bad one in reading order.

    Examples
    --------
    >>> check_board([["E", "M", "X", "B", "8"]])
    >>> check_board([["E", "F"]])
    Traceback (most recent call last):
    ValueError: square (0, 1) of the board must be M, E, B, 1 to 8 or X, not 'F'
    """
    rows, cols = _size(board)
    for row in range(rows):
        for col in range(cols):
            if _letter(board, row, col) is None:
                raise _errors.bad_list_square(board, row, col, cols)


def _opening(board: Board, start: Square, steps: tuple[Square, ...]) -> dict[Square, str]:
    """What the squares that a click on an ``E`` opens become; the board stays as it is."""
    rows, cols = _size(board)
    opened: dict[Square, str] = {}
    bad: list[Square] = []
    waiting = [start]
    while waiting:
        square = waiting.pop()
        if square in opened:
            continue
        mines, empty = 0, []
        for r, c in _neighbours(square, rows, cols, steps):
            letter = _letter(board, r, c)
            if letter is None:
                bad.append((r, c))
            elif letter in "MX":
                mines += 1
            elif letter == "E":
                empty.append((r, c))
        opened[square] = str(mines) if mines else "B"
        if not mines:
            waiting += empty
    if bad:
        raise _errors.bad_list_square(board, *min(bad), cols)
    return opened


def _neighbours(
    square: Square, rows: int, cols: int, steps: tuple[Square, ...]
) -> Iterator[Square]:
    row, col = square
    for down, right in steps:
        if 0 <= row + down < rows and 0 <= col + right < cols:
            yield row + down, col + right


def _letter(board: Board, row: int, col: int) -> str | None:
    """The letter on a square; None where there is no such thing."""
    line = board[row]
    if not isinstance(line, list) or len(line) != len(board[0]):
        return None
    letter = line[col]
    if not isinstance(letter, str) or len(letter) != 1 or letter not in "MEB12345678X":
        return None
    return letter


def _size(board: object) -> tuple[int, int]:
    """Rows and columns; the first row tells how many columns there are."""
    if not isinstance(board, list):
        raise _errors.not_a_board(board)
    if not board:
        raise _errors.no_rows()
    if not isinstance(board[0], list):
        raise _errors.not_a_list(0, board[0])
    if not board[0]:
        raise _errors.no_columns()
    return len(board), len(board[0])


def _steps(connectivity: SupportsIndex) -> tuple[Square, ...]:
    """The steps from a square to its neighbours."""
    if connectivity == 8:
        return _EDGES + _CORNERS
    if connectivity == 4:
        return _EDGES
    raise _errors.bad_connectivity(connectivity)


def _integer(name: str, value: SupportsIndex) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise _errors.not_an_integer(name, value) from None
