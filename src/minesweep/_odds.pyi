from typing import SupportsIndex

from minesweep._types import Chances, Errors, Numbers, OneOrEach

__all__ = ["probabilities"]

def probabilities(
    visible: Numbers,
    mines: OneOrEach,
    *,
    errors: Errors = "raise",
    max_states: SupportsIndex = 1_000_000,
    workers: SupportsIndex = 1,
) -> Chances: ...
