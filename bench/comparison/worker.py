"""Measures one contestant, in a process of its own: if it crashes, the others go on.

It reads an `Order` from standard input and prints events as they happen, a line of JSON each: if
it dies, the last event tells during which case.
"""

import contextlib
import io
import json
import os
import pickle
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import perf_counter
from typing import Any

import pyperf

from cases import Case
from comparison.memory import peak_of
from contestant import Contestant, DoesNotApply, load

VALUES, WARMUPS = 3, 1
# pyperf takes about this many times its minimum time for a value: for calibration, warmups, values.
RUNS = 14
# A case that takes less than LONG seconds is played WARM times to see how long it takes.
LONG, WARM = 0.1, 5

Event = dict[str, Any]
Pace = tuple[float, float]
"""Seconds that a case takes: with the making of its boards, and without."""


@dataclass(frozen=True)
class Order:
    contestant: str
    cases: list[Path]
    """Pickled cases, with their boards made and solved."""
    questions: Path | None
    paces: dict[str, Pace]
    """Of the cases that an earlier process has played and checked."""
    seconds: float
    """To spend on each case, roughly."""
    slowest: float
    """A case expected to take more seconds is skipped; one that does is played only once."""


def events(order: Order) -> Iterator[Event]:
    try:
        contestant = load(order.contestant)
    except ImportError as error:
        yield {"event": "missing", "why": str(error)}
        yield {"event": "done"}
        return
    yield {
        "event": "loaded",
        "name": contestant.name,
        "form": contestant.form.name,
        "versions": _versions(contestant.requires),
    }
    if order.questions:
        yield {"event": "asked", **_ask(contestant, pickle.loads(order.questions.read_bytes()))}
    estimate, clock = Estimate(), Clock()
    for path in order.cases:
        case = pickle.loads(path.read_bytes())
        yield {"event": "begins", "case": case.name}
        try:
            outcome = _measure(contestant, case, order, estimate, clock)
        except DoesNotApply as error:
            outcome = {"skipped": f"n/a: {error}"}
        except Exception as error:
            outcome = {"failed": f"{type(error).__name__}: {error}"}
        yield {"event": "ends", "case": case.name, **outcome}
    yield {"event": "done"}


def _versions(names: tuple[str, ...]) -> dict[str, str]:
    """The versions of those of these packages that are installed."""
    versions = {}
    for name in names:
        with contextlib.suppress(PackageNotFoundError):
            versions[name] = version(name)
    return versions


def _ask(contestant: Contestant, questions: list[Case]) -> Event:
    """How many boards differ from the reference's; one that raises counts as wrong."""
    wrong, raised = 0, set()
    for case in questions:
        try:
            boards, arguments = contestant.fresh(case)
            contestant.play(*arguments)
            wrong += contestant.wrong(boards, case)
        except Exception as error:
            wrong += 1
            raised.add(type(error).__name__)
    return {"questions": len(questions), "wrong": wrong, "raised": sorted(raised)}


def _measure(
    contestant: Contestant, case: Case, order: Order, estimate: "Estimate", clock: "Clock"
) -> Event:
    found: Event = {}
    pace = order.paces.get(case.name)
    if pace is None:
        expected = estimate.seconds(case)
        if expected > order.slowest:
            return {"skipped": f"too slow: about {expected:.0f} s"}
        pace, found = _first(contestant, case)
        estimate.learn(case, pace[1])
        if pace[1] > order.slowest:  # one value must do
            return {**found, "values": [pace[1] / len(case.jobs)]}
    benchmark = clock.benchmark(contestant, case, pace, order.seconds)
    return {**found, "pace": pace, "values": benchmark.get_values(), "pyperf": _dumped(benchmark)}


def _first(contestant: Contestant, case: Case) -> tuple[Pace, Event]:
    """Play a case for the first time: time it, measure its memory and check its boards."""
    boards, arguments = contestant.fresh(case)
    began = perf_counter()
    peak = peak_of(lambda: contestant.play(*arguments))
    played = perf_counter() - began
    found = {"peak": peak, "wrong": contestant.wrong(boards, case)}
    if played > LONG:
        return (2 * played, played), found
    return min(_pace(contestant, case) for _ in range(WARM)), found


def _pace(contestant: Contestant, case: Case) -> Pace:
    began = perf_counter()
    played = _seconds(contestant, case)
    return perf_counter() - began, played


def _seconds(contestant: Contestant, case: Case) -> float:
    """Seconds for all clicks of a case, on boards made before the clock starts."""
    _boards, arguments = contestant.fresh(case)
    began = perf_counter()
    contestant.play(*arguments)
    return perf_counter() - began


def _dumped(benchmark: pyperf.Benchmark) -> str:
    text = io.StringIO()
    benchmark.dump(text)
    return text.getvalue()


class Clock:
    """pyperf: it calibrates how often to play a case, and records how much the times vary."""

    def __init__(self) -> None:
        self._runner = pyperf.Runner(processes=1)
        self._runner.parse_args(["--in-process", "--quiet"])

    def benchmark(
        self, contestant: Contestant, case: Case, pace: Pace, budget: float
    ) -> pyperf.Benchmark:
        """Several values of the seconds a click takes; of a slow case, one."""
        settings = self._runner.args
        whole, played = pace
        if whole * RUNS > budget:
            settings.loops, settings.warmups, settings.values = 1, 0, 1
        else:
            settings.loops, settings.warmups, settings.values = 0, WARMUPS, VALUES
            settings.min_time = budget / RUNS * played / whole

        def played_for(loops: int) -> float:
            return sum(_seconds(contestant, case) for _ in range(loops))

        with contextlib.redirect_stdout(io.StringIO()):
            return self._runner.bench_time_func(
                f"{contestant.name}: {case.name}", played_for, inner_loops=len(case.jobs)
            )


class Estimate:
    """Predicts how long a case takes from the slowest of those before it."""

    def __init__(self) -> None:
        self._per_square = self._per_opened = 0.0

    def learn(self, case: Case, took: float) -> None:
        if case.squares >= 10_000 * len(case.boards):  # on small boards calls take most of the time
            self._per_square = max(self._per_square, took / case.squares)
            self._per_opened = max(self._per_opened, took / self._opened(case))

    def seconds(self, case: Case) -> float:
        """The lower of two estimates: some read the whole board, others only what they open."""
        return min(self._per_square * case.squares, self._per_opened * self._opened(case))

    @staticmethod
    def _opened(case: Case) -> float:
        return case.opened * len(case.jobs)


def main() -> None:
    order = pickle.load(sys.stdin.buffer)
    output = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what contestants print goes to standard error
    for event in events(order):
        print(json.dumps(event), file=output, flush=True)


if __name__ == "__main__":
    main()
