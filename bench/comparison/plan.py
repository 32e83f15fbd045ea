"""How much a part of the comparison does."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Plan:
    cases: Callable[[], list[Any]]
    processes: int
    """Of each contestant."""
    seconds: float
    """For the whole part, roughly."""
    slowest: float
    """A case expected to take more seconds is skipped; one that does is played only once."""
