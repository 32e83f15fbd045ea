"""Times contestants in turn in one process, so that what the machine does meanwhile hits all."""

from collections.abc import Sequence
from statistics import median
from time import perf_counter

from cases import Case
from contestant import Contestant

LEAST_ROUNDS, MOST_ROUNDS = 3, 101
SECONDS_EACH = 1.0


def median_seconds(contestants: Sequence[Contestant], case: Case) -> list[float]:
    """Seconds a click for each contestant: the median over rounds, each on fresh boards."""
    times: list[list[float]] = [[] for _ in contestants]
    spent = [0.0] * len(contestants)
    for done in range(MOST_ROUNDS):
        for i, contestant in enumerate(contestants):
            if done < LEAST_ROUNDS or spent[i] < SECONDS_EACH:
                began = perf_counter()
                times[i].append(seconds(contestant, case))
                spent[i] += perf_counter() - began
    return [median(values) / len(case.jobs) for values in times]


def seconds(contestant: Contestant, case: Case) -> float:
    """All clicks of a case once, on boards made before the clock starts."""
    _boards, arguments = contestant.fresh(case)
    began = perf_counter()
    contestant.play(*arguments)
    return perf_counter() - began


def wrong_boards(contestant: Contestant, case: Case) -> int:
    boards, arguments = contestant.fresh(case)
    contestant.play(*arguments)
    return contestant.wrong(boards, case)
