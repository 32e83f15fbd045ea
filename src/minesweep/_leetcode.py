"""LeetCode 529's own names and signature over the compiled core: a paste-in replacement."""

from __future__ import annotations

import minesweep
from minesweep import _errors
from minesweep._core import reveal


def updateBoard(
    board: minesweep._types.AnyBoard, click: minesweep._types.Click
) -> minesweep._types.AnyBoard:
    """Click on a square of a board, in place, and return that board.

    Parameters
    ----------
    board : list of lists of str, or 2-D array
        The board, in any form that `minesweep.reveal` takes. Changed in place.
    click : two integers
        Row and column, counted from 0: anything that can be unpacked into them.

    Returns
    -------
    The very object that came in.

    Raises
    ------
    ValueError
        If the click has not exactly two numbers, and for all that `minesweep.reveal` refuses.
    IndexError, TypeError, MemoryError
        As `minesweep.reveal`. The board is then as it was.

    References
    ----------
    LeetCode problem 529, "Minesweeper": https://leetcode.com/problems/minesweeper/

    Examples
    --------
    >>> from minesweep import updateBoard
    >>> updateBoard([["E", "E", "E"], ["E", "E", "M"]], [0, 0])
    [['B', '1', 'E'], ['B', '1', 'M']]
    """
    try:
        row, col = click
    except (TypeError, ValueError) as error:
        raise _errors.not_a_pair(click, error) from None
    reveal(board, row, col)
    return board


class Solution:
    """LeetCode 529's class, for code that is pasted from or to that site.

    Examples
    --------
    >>> from minesweep import Solution
    >>> Solution().updateBoard([["E", "M"]], [0, 1])
    [['E', 'X']]
    """

    def updateBoard(
        self, board: minesweep._types.AnyBoard, click: minesweep._types.Click
    ) -> minesweep._types.AnyBoard:
        """Click on a square of a board, in place, and return that board: see `updateBoard`."""
        return updateBoard(board, click)
