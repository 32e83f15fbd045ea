"""Measures one contestant in a process of its own, so that a crash ends nothing else.

`compare` starts it and sends an `Order` on standard input. What it finds comes out as it goes,
one event a line of JSON: what is under way when the process ends is what has ended it.
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
from contestant import Contestant, DoesNotApply, load
from interleaved import seconds
from memory import peak_of

VALUES, WARMUPS = 3, 1
# With its calibration, pyperf takes so many times the least time of a value.
RUNS = 14
# A case that takes more seconds than this has no use for being warmed up so many times.
LONG, WARM = 0.1, 5

Event = dict[str, Any]
Pace = tuple[float, float]
"""Seconds that a case takes: to be made anew and played, and to be played."""


@dataclass(frozen=True)
class Order:
    contestant: str
    cases: list[Path]
    """Files of cases that are made and answered."""
    questions: Path | None
    paces: dict[str, Pace]
    """Of cases that another process has already played and found right or wrong."""
    seconds: float
    """For each case, more or less."""
    slowest: float
    """What is to take more seconds than this is not played, what does is played once."""


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
    """Of what is installed by these names; some packages come under more than one."""
    versions = {}
    for name in names:
        with contextlib.suppress(PackageNotFoundError):
            versions[name] = version(name)
    return versions


def _ask(contestant: Contestant, questions: list[Case]) -> Event:
    """How many boards are revealed otherwise than by the reference, or not at all."""
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
        if pace[1] > order.slowest:  # then this one time is all there is
            return {**found, "values": [pace[1] / len(case.jobs)]}
    benchmark = clock.benchmark(contestant, case, pace, order.seconds)
    return {**found, "pace": pace, "values": benchmark.get_values(), "pyperf": _dumped(benchmark)}


def _first(contestant: Contestant, case: Case) -> tuple[Pace, Event]:
    """Play a case for the first time: how much memory it takes, how long, and what comes out."""
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
    played = seconds(contestant, case)
    return perf_counter() - began, played


def _dumped(benchmark: pyperf.Benchmark) -> str:
    text = io.StringIO()
    benchmark.dump(text)
    return text.getvalue()


class Clock:
    """pyperf, which finds out how often to play a case and how much the times vary."""

    def __init__(self) -> None:
        self._runner = pyperf.Runner(processes=1)
        self._runner.parse_args(["--in-process", "--quiet"])

    def benchmark(
        self, contestant: Contestant, case: Case, pace: Pace, budget: float
    ) -> pyperf.Benchmark:
        """Seconds a click, several times; a slow case is played but once."""
        settings = self._runner.args
        whole, played = pace
        if whole * RUNS > budget:
            settings.loops, settings.warmups, settings.values = 1, 0, 1
        else:
            settings.loops, settings.warmups, settings.values = 0, WARMUPS, VALUES
            settings.min_time = budget / RUNS * played / whole

        def played_for(loops: int) -> float:
            return sum(seconds(contestant, case) for _ in range(loops))

        with contextlib.redirect_stdout(io.StringIO()):
            return self._runner.bench_time_func(
                f"{contestant.name}: {case.name}", played_for, inner_loops=len(case.jobs)
            )


class Estimate:
    """How long a case is going to take, judged by the slowest of those before it."""

    def __init__(self) -> None:
        self._per_square = self._per_opened = 0.0

    def learn(self, case: Case, took: float) -> None:
        if case.squares >= 10_000 * len(case.boards):  # on small boards it is the call that counts
            self._per_square = max(self._per_square, took / case.squares)
            self._per_opened = max(self._per_opened, took / self._opened(case))

    def seconds(self, case: Case) -> float:
        """Some contestants look at the whole board, others at what they open."""
        return min(self._per_square * case.squares, self._per_opened * self._opened(case))

    @staticmethod
    def _opened(case: Case) -> float:
        return case.opened * len(case.jobs)


def main() -> None:
    order = pickle.load(sys.stdin.buffer)
    told = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever a contestant prints goes elsewhere
    for event in events(order):
        print(json.dumps(event), file=told, flush=True)


if __name__ == "__main__":
    main()
