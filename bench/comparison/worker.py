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
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import pyperf

import parts
from comparison.memory import peak_of
from contestant import Attempt, Case, Check, Contestant, DoesNotApply

VALUES, WARMUPS = 3, 1
MANY = 50
# pyperf takes about this many times its minimum time for a value: for calibration, warmups, values.
RUNS = 14
ENOUGH = 15
"""Seconds after which no further question is asked."""
# A case that takes less than LONG seconds is played WARM times to see how long it takes.
LONG, WARM = 0.1, 5

Event = dict[str, Any]
Pace = tuple[float, float]
"""Seconds that a case takes: with the making of its boards, and without."""


@dataclass(frozen=True)
class Order:
    part: str
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
        contestant = parts.load(order.part, order.contestant)
    except ImportError as error:
        yield {"event": "missing", "why": str(error)}
        yield {"event": "done"}
        return
    yield {
        "event": "loaded",
        "name": contestant.name,
        "form": contestant.form,
        "remark": contestant.remark,
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
    """How many boards are wrong; all those of a question that raises are.

    Who takes long is asked fewer questions.
    """
    checks, until = [], perf_counter() + ENOUGH
    for question in questions:
        if perf_counter() > until:
            break
        try:
            checks.append(contestant.ask(question))
        except DoesNotApply:
            continue
        except Exception as error:
            boards = question.facts().boards
            checks.append(Check(boards, boards, frozenset([type(error).__name__])))
    return {
        "questions": sum(check.boards for check in checks),
        "wrong": sum(check.wrong for check in checks),
        "raised": sorted(frozenset().union(*(check.raised for check in checks))),
    }


def _measure(
    contestant: Contestant, case: Case, order: Order, estimate: "Estimate", clock: "Clock"
) -> Event:
    found: Event = {}
    pace = order.paces.get(case.name)
    if pace is None:
        expected = estimate.seconds(case)
        if expected > order.slowest:
            return {"skipped": f"too slow: about {expected:.0f} s"}
        attempt, pace, found = _first(contestant, case)
        if attempt.laps and np.isnan(attempt.laps).all():
            return {**found, "failed": f"raised {', '.join(found['raised'])}"}
        estimate.learn(case, pace[1])
        if pace[1] > order.slowest:  # one value must do
            items = contestant.items(case)
            return {
                **found,
                "values": [_seconds(attempt, pace[1], items) / items],
                "p99": _p99([attempt.laps]),
            }
    benchmark, laps = clock.benchmark(contestant, case, pace, order.seconds)
    return {
        **found,
        "pace": pace,
        "values": benchmark.get_values(),
        "p99": _p99(laps),
        "pyperf": _dumped(benchmark),
    }


def _p99(laps: list[list[float]]) -> list[float]:
    """What 99 % of many items stay below, each by its median over all attempts."""
    if len(laps[0]) < MANY:
        return []
    with warnings.catch_warnings(action="ignore"):  # of items that always raised
        return [float(np.nanquantile(np.nanmedian(laps, axis=0), 0.99))]


def _first(contestant: Contestant, case: Case) -> tuple[Attempt, Pace, Event]:
    """Play a case for the first time: time it, measure its memory and check its boards."""
    attempt = contestant.attempt(case)
    began = perf_counter()
    peak = peak_of(attempt.play)
    played = perf_counter() - began
    check = attempt.check()
    found = {
        "peak": peak,
        "boards": check.boards,
        "wrong": check.wrong,
        "raised": sorted(check.raised),
    }
    if played > LONG:
        return attempt, (2 * played, played), found
    return attempt, min(_pace(contestant, case) for _ in range(WARM)), found


def _pace(contestant: Contestant, case: Case) -> Pace:
    began = perf_counter()
    played, _ = _play(contestant, case)
    return perf_counter() - began, played


def _play(contestant: Contestant, case: Case) -> tuple[float, list[float]]:
    """Seconds for all items of a case, made ready before the clock starts; and for each of them."""
    attempt = contestant.attempt(case)
    began = perf_counter()
    attempt.play()
    played = perf_counter() - began
    return _seconds(attempt, played, contestant.items(case)), attempt.laps


def _seconds(attempt: Attempt, played: float, items: int) -> float:
    """If items were timed one by one, their median counts for all: few slow ones do not move it."""
    return float(np.nanmedian(attempt.laps)) * items if attempt.laps else played


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
    ) -> tuple[pyperf.Benchmark, list[list[float]]]:
        """Several values of the seconds an item takes; of a slow case, one. And all laps."""
        settings = self._runner.args
        whole, played = pace
        if whole * RUNS > budget:
            settings.loops, settings.warmups, settings.values = 1, 0, 1
        else:
            settings.loops, settings.warmups, settings.values = 0, WARMUPS, VALUES
            settings.min_time = budget / RUNS * played / whole
        laps = []

        def played_for(loops: int) -> float:
            seconds = 0.0
            for _ in range(loops):
                played, each = _play(contestant, case)
                seconds += played
                laps.append(each)
            return seconds

        with contextlib.redirect_stdout(io.StringIO()):
            benchmark = self._runner.bench_time_func(
                f"{contestant.name}: {case.name}",
                played_for,
                inner_loops=contestant.items(case),
            )
        return benchmark, laps


class Estimate:
    """Predicts how long a case takes from the slowest of those before it."""

    def __init__(self) -> None:
        self._paces: dict[int, float] = {}

    def learn(self, case: Case, took: float) -> None:
        for kind, load in enumerate(case.loads):
            self._paces[kind] = max(self._paces.get(kind, 0), took / load)

    def seconds(self, case: Case) -> float:
        """The lowest estimate: some read the whole board, others only what they open."""
        return min((self._paces.get(k, 0) * load for k, load in enumerate(case.loads)), default=0)


def main() -> None:
    order = pickle.load(sys.stdin.buffer)
    output = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what contestants print goes to standard error
    for event in events(order):
        print(json.dumps(event), file=output, flush=True)


if __name__ == "__main__":
    main()
