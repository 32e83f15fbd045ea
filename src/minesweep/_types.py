"""The types in the hints of public functions.

Imported when hints are looked at, and not before: `typing` takes longer than all else.
"""

from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex, TypeAlias, TypeVar

__all__ = [
    "AnyBoard",
    "Array",
    "Arrays",
    "Board",
    "Boards",
    "Chances",
    "Click",
    "Clicks",
    "Counts",
    "Errors",
    "Layouts",
    "Measured",
    "Mines",
    "Numbers",
    "OneOrEach",
    "Outcomes",
    "Seeds",
    "Squares",
    "Stack",
    "SupportsIndex",
    "Which",
]


class Buffer(Protocol):
    """An object with the buffer protocol: `collections.abc.Buffer` of Python 3.12 and later."""

    def __buffer__(self, flags: int, /) -> memoryview: ...


Click: TypeAlias = Iterable[SupportsIndex]

if TYPE_CHECKING or find_spec("numpy"):
    import numpy as np
    from numpy.typing import NDArray

    # Before Python 3.12, NumPy's hints give an array no `__buffer__`.
    Array: TypeAlias = Buffer | NDArray[Any]
    Clicks: TypeAlias = Iterable[Iterable[SupportsIndex | np.bool_]] | NDArray[np.integer[Any]]
    Counts: TypeAlias = NDArray[np.int64]
    Which: TypeAlias = Sequence[bool] | NDArray[np.bool_]
    Mines: TypeAlias = Sequence[Sequence[bool]] | NDArray[np.bool_]
    Stack: TypeAlias = Sequence[Sequence[Sequence[bool]]] | NDArray[np.bool_]
    Squares: TypeAlias = Sequence[SupportsIndex] | NDArray[np.integer[Any]]
    Numbers: TypeAlias = NDArray[np.int8]
    Measured: TypeAlias = int | NDArray[np.int64]
    Layouts: TypeAlias = Mines | Stack | NDArray[np.uint8]
    Chances: TypeAlias = NDArray[np.float64]
    Outcomes: TypeAlias = bool | NDArray[np.bool_]
else:
    Array, Clicks, Counts = Buffer, Iterable[Click], Any
    Which, Mines, Stack = Sequence[bool], Sequence[Sequence[bool]], Any
    Squares, Numbers, Measured = Sequence[SupportsIndex], Any, Any
    Layouts, Chances, Outcomes = Any, Any, Any

Errors: TypeAlias = str
Board: TypeAlias = list[list[str]] | Array
Boards: TypeAlias = Sequence[Board] | Array
Arrays: TypeAlias = Sequence[Array] | Array
Seeds: TypeAlias = SupportsIndex | Squares
OneOrEach: TypeAlias = SupportsIndex | Squares
AnyBoard = TypeVar("AnyBoard", bound=Board)
