from typing import Literal, SupportsIndex

from minesweep._types import Chances, Numbers, OneOrEach

__all__ = ["probabilities"]

def probabilities(
    visible: Numbers,
    mines: OneOrEach,
    *,
    errors: Literal["raise", "nan"] = "raise",
    max_states: SupportsIndex = 1_000_000,
    workers: SupportsIndex = 1,
) -> Chances: ...
