"""Reveal Minesweeper boards, fast: LeetCode 529 on lists of lists, buffers and NumPy arrays."""

from minesweep import reference
from minesweep._core import check_board, reveal
from minesweep._errors import TooHard
from minesweep._leetcode import Solution, updateBoard
from minesweep._many import reveal_batch, reveal_sequence
from minesweep._odds import probabilities, solvable
from minesweep._version import __version__

__all__ = [
    "Solution",
    "TooHard",
    "__version__",
    "check_board",
    "probabilities",
    "reference",
    "reveal",
    "reveal_batch",
    "reveal_sequence",
    "solvable",
    "updateBoard",
]
