from typing import Any, SupportsIndex, TypeGuard, final

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "KERNELS",
    "Stack",
    "are_int64_pairs",
    "check_board",
    "click_boards",
    "click_in_turn",
    "is_diagonal",
    "reveal",
]

KERNELS: str

# A board is a list of lists of str, or any object with a two-dimensional buffer.

def reveal(board: Any, row: SupportsIndex, col: SupportsIndex, *, connectivity: int = 8) -> int: ...
def check_board(board: Any) -> None: ...
def is_diagonal(connectivity: int) -> bool: ...
def are_int64_pairs(clicks: object) -> TypeGuard[NDArray[np.int64]]: ...
def click_in_turn(
    board: Any, clicks: NDArray[np.int64], diagonal: bool, counts: NDArray[np.int64]
) -> None: ...
def click_boards(
    boards: tuple[Any, ...], clicks: NDArray[np.int64], diagonal: bool, counts: NDArray[np.int64]
) -> None: ...

@final
class Stack:
    @property
    def boards(self) -> int: ...
    def __new__(cls, boards: Any) -> Stack: ...
    def squares(self) -> int: ...
    def release(self) -> None: ...
    def may_overlap(self) -> bool: ...
    def check_clicks(self, clicks: NDArray[np.int64]) -> None: ...
    def click(
        self,
        clicks: NDArray[np.int64],
        diagonal: bool,
        counts: NDArray[np.int64],
        start: int,
        stop: int,
    ) -> None: ...
