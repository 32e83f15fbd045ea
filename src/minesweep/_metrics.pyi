from collections.abc import Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from minesweep._types import Mines

__all__ = ["bbbv", "numbers", "openings"]

def numbers(mines: Mines) -> NDArray[np.int8]: ...

# An integer for one board, an array for a stack of them.

@overload
def openings(mines: Sequence[Sequence[bool]]) -> int: ...
@overload
def openings(mines: NDArray[np.bool_]) -> Any: ...
@overload
def bbbv(mines: Sequence[Sequence[bool]]) -> int: ...
@overload
def bbbv(mines: NDArray[np.bool_]) -> Any: ...
