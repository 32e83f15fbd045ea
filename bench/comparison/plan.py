"""Which cases the comparison times, and for how long."""

from collections.abc import Callable
from dataclasses import dataclass

import cases
from boards import EXPERT
from cases import Case


@dataclass(frozen=True)
class Plan:
    cases: Callable[[], list[Case]]
    processes: int
    """Of each contestant."""
    seconds: float
    """For the whole comparison, roughly."""
    slowest: float
    """A case expected to take more seconds is skipped; one that does is played only once."""


def full() -> list[Case]:
    return [
        *cases.small(),
        cases.clicks_on_one_board(EXPERT, 480),
        cases.clicks_on_many_boards(EXPERT, 1000),
        cases.field(100, 100, 1),
        cases.field(300, 300, 1),
        cases.field(2000, 64, 3),
        *cases.fields(1000),
        *cases.shapes(1000),
        *cases.fields(4000),
    ]


def quick() -> list[Case]:
    return [
        *cases.usual(EXPERT),
        cases.LEETCODE_LIMIT,
        cases.clicks_on_one_board(EXPERT, 480),
        cases.clicks_on_many_boards(EXPERT, 1000),
        cases.field(100, 100, 1),
        cases.field(300, 300, 1),
        cases.shapes(300)[0],
    ]


FULL = Plan(full, processes=3, seconds=960, slowest=5)
QUICK = Plan(quick, processes=2, seconds=85, slowest=1)
