"""What the comparison measures, and for how long."""

from collections.abc import Callable
from dataclasses import dataclass

import cases
from boards import EXPERT
from cases import Case


@dataclass(frozen=True)
class Plan:
    cases: Callable[[], list[Case]]
    processes: int
    """So many of each contestant, one after the other."""
    seconds: float
    """For everything, more or less."""
    slowest: float
    """What is to take more seconds than this is not played, what does is played once."""


def full() -> list[Case]:
    return [
        *cases.small(),
        cases.games(EXPERT, 480),
        cases.fresh_boards(EXPERT, 1000),
        cases.field(100, 1),
        cases.field(300, 1),
        *cases.fields(1000),
        *cases.shapes(1000),
        *cases.fields(4000),
    ]


def quick() -> list[Case]:
    return [
        *cases.usual(EXPERT),
        cases.LEETCODE_LIMIT,
        cases.games(EXPERT, 480),
        cases.fresh_boards(EXPERT, 1000),
        cases.field(100, 1),
        cases.field(300, 1),
        cases.shapes(300)[0],
    ]


FULL = Plan(full, processes=3, seconds=960, slowest=5)
QUICK = Plan(quick, processes=2, seconds=85, slowest=1)
