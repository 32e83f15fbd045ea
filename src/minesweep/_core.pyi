from collections.abc import Callable
from types import ModuleType
from typing import SupportsIndex, TypeAlias, final

import numpy as np
from numpy.typing import NDArray

from minesweep._types import Array, Board

__all__ = [
    "KERNELS",
    "Stack",
    "check_board",
    "check_form",
    "click_arrays",
    "click_objects",
    "is_diagonal",
    "reveal",
]

_Exact: TypeAlias = list[tuple[int, int]] | None

KERNELS: str

def reveal(
    board: Board,
    row: SupportsIndex,
    col: SupportsIndex,
    *,
    mines: Array | None = None,
    connectivity: SupportsIndex = 8,
) -> int: ...
def check_board(board: Board) -> None: ...
def is_diagonal(connectivity: SupportsIndex) -> bool: ...
def check_form(board: object, mines: object) -> None: ...
def click_arrays(
    ndim: int,
    boards: object,
    mines: object,
    pairs: object,
    exact: _Exact,
    diagonal: bool,
    numpy: ModuleType,
) -> NDArray[np.int64] | None: ...
def click_objects(
    boards: tuple[object, ...],
    mines: tuple[object, ...],
    pairs: NDArray[np.int64],
    exact: _Exact,
    diagonal: bool,
    numpy: ModuleType,
    naming: Callable[[Exception, int], Exception],
) -> NDArray[np.int64]: ...

@final
class Stack:
    @property
    def counts(self) -> NDArray[np.int64]: ...
    def __new__(
        cls,
        boards: object,
        mines: object,
        pairs: NDArray[np.int64],
        exact: _Exact,
        diagonal: bool,
        numpy: ModuleType,
    ) -> Stack: ...
    def squares(self) -> int: ...
    def may_overlap(self) -> bool: ...
    def click(self, start: int, stop: int) -> None: ...
