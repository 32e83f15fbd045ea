"""Minesweeper, fast: LeetCode 529 on lists and arrays, games, and exact mine probabilities."""

from minesweep._core import check_board, reveal
from minesweep._errors import TooHard
from minesweep._games import Game, Games
from minesweep._leetcode import Solution, updateBoard
from minesweep._many import reveal_batch, reveal_sequence
from minesweep._metrics import bbbv, numbers, openings
from minesweep._odds import probabilities
from minesweep._solvable import solvable
from minesweep._version import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from minesweep import _types as _types
    from minesweep import reference
else:

    def __getattr__(name):
        """Import on first use what needs `typing`, which is slow to import."""
        if name == "reference":
            import minesweep.reference as module  # noqa: PLC0415
        elif name == "_types":
            import minesweep._types as module  # noqa: PLC0415
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return module

    def __dir__():
        return sorted({*globals(), *__all__})


# What a square of a game's `visible` is, if not the number of mines around it.
HIDDEN, FLAG, MINE = -1, -2, 9

# Rows, columns and mines of the usual games.
BEGINNER = (9, 9, 10)
INTERMEDIATE = (16, 16, 40)
EXPERT = (16, 30, 99)

__all__ = [
    "BEGINNER",
    "EXPERT",
    "FLAG",
    "HIDDEN",
    "INTERMEDIATE",
    "MINE",
    "Game",
    "Games",
    "Solution",
    "TooHard",
    "__version__",
    "bbbv",
    "check_board",
    "numbers",
    "openings",
    "probabilities",
    "reference",
    "reveal",
    "reveal_batch",
    "reveal_sequence",
    "solvable",
    "updateBoard",
]
