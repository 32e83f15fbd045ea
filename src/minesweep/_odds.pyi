from typing import Any, Literal, SupportsIndex

import numpy as np
from numpy.typing import NDArray

__all__ = ["probabilities", "solvable"]

def probabilities(
    visible: NDArray[np.int8],
    mines: SupportsIndex | NDArray[np.integer[Any]],
    *,
    errors: Literal["raise", "nan"] = "raise",
    max_states: SupportsIndex = 1_000_000,
    workers: SupportsIndex = 1,
) -> NDArray[np.float64]: ...
def solvable(
    mines: NDArray[np.bool_] | NDArray[np.uint8],
    row: SupportsIndex | NDArray[np.integer[Any]],
    col: SupportsIndex | NDArray[np.integer[Any]],
) -> bool | NDArray[np.bool_]: ...
