"""Reveal Minesweeper boards, fast: LeetCode 529 on lists of lists, buffers and NumPy arrays."""

from minesweep._core import check_board, reveal
from minesweep._leetcode import Solution, updateBoard
from minesweep._many import reveal_batch, reveal_sequence
from minesweep._version import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from minesweep import _types as _types
    from minesweep import reference
else:

    def __getattr__(name):
        """Import on first use what takes longer than all else, for its own import of `typing`."""
        if name == "reference":
            import minesweep.reference as module  # noqa: PLC0415
        elif name == "_types":
            import minesweep._types as module  # noqa: PLC0415
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return module

    def __dir__():
        return sorted({*globals(), *__all__})


__all__ = [
    "Solution",
    "__version__",
    "check_board",
    "reference",
    "reveal",
    "reveal_batch",
    "reveal_sequence",
    "updateBoard",
]
