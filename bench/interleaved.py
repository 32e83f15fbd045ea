"""Times contestants in turn in one process, so that what the machine does meanwhile hits all."""

from collections.abc import Sequence
from functools import partial
from statistics import median
from time import perf_counter
from typing import Any

from cases import Case
from contestant import Contestant

LEAST_ROUNDS, MOST_ROUNDS = 3, 101
SECONDS_EACH = 1.0
# Of what is shorter than this the second of two runs in a row counts: else the way of the code into
# the processor's caches, out of which the others have driven it, would be a good part of the time.
SHORT = 0.001


def median_seconds(contestants: Sequence[Contestant], case: Case) -> list[float]:
    """Seconds a click for each contestant: the median over rounds, each on fresh boards."""
    times: list[list[float]] = [[] for _ in contestants]
    spent = [0.0] * len(contestants)
    for done in range(MOST_ROUNDS):
        for i, contestant in enumerate(contestants):
            if done < LEAST_ROUNDS or spent[i] < SECONDS_EACH:
                began = perf_counter()
                times[i].append(warm_seconds(contestant, case))
                spent[i] += perf_counter() - began
    return [median(values) / len(case.jobs) for values in times]


def warm_seconds(contestant: Contestant, case: Case) -> float:
    """Seconds for all clicks of a case, where code and branches are known to the processor."""
    games = [contestant.fresh(case) for _ in range(2)]
    first, second = (partial(_timed, contestant, arguments) for _boards, arguments in games)
    taken = first()
    return second() if taken < SHORT else taken


def seconds(contestant: Contestant, case: Case) -> float:
    """Seconds for all clicks of a case, on boards made before the clock starts."""
    _boards, arguments = contestant.fresh(case)
    return _timed(contestant, arguments)


def _timed(contestant: Contestant, arguments: tuple[Any, ...]) -> float:
    began = perf_counter()
    contestant.play(*arguments)
    return perf_counter() - began


def wrong_boards(contestant: Contestant, case: Case) -> int:
    boards, arguments = contestant.fresh(case)
    contestant.play(*arguments)
    return contestant.wrong(boards, case)
