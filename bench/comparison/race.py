"""Runs all contestants of a part on all its cases, each in several processes."""

import pickle
from pathlib import Path
from time import monotonic
from typing import Any

import pyperf
from rich.progress import Progress

from comparison import process
from comparison.plan import Plan
from comparison.results import CaseFacts, Entrant, Outcome
from comparison.worker import Order, Pace
from contestant import all_keys
from parts import part

# Share of the remaining time that is spent on timing; the rest goes into starting processes.
TIMED = 0.4


class Race:
    """The cases, the contestants, and the results so far."""

    def __init__(self, name: str, plan: Plan, folder: Path, progress: Progress) -> None:
        self.cases: list[CaseFacts] = []
        self.entrants = [Entrant(key) for key in all_keys(name)]
        self.outcomes: dict[tuple[str, str], Outcome] = {}
        self.benchmarks: dict[str, pyperf.Benchmark] = {}
        self._part, self._plan, self._folder, self._progress = name, plan, folder, progress
        self._deadline = monotonic() + plan.seconds
        self._files: dict[str, Path] = {}
        self._paces: dict[str, dict[str, Pace]] = {entrant.key: {} for entrant in self.entrants}

    def run(self) -> None:
        self._prepare()
        steps = len(self.entrants) * len(self.cases) * self._plan.processes
        self._task = self._progress.add_task("", total=steps)
        for number in range(self._plan.processes):
            for entrant in self.entrants:
                if number == 0 or monotonic() < self._deadline:
                    self._run(entrant, number)
        self._progress.update(self._task, completed=steps)

    def _prepare(self) -> None:
        """Make and solve all boards, and write them to files for the workers."""
        cases = self._plan.cases()
        task = self._progress.add_task("", total=len(cases) + 1)
        for case in cases:
            self._progress.update(task, description=f"making boards: {case.name}")
            self.cases.append(case.facts())
            self._files[case.name] = self._write(f"case{len(self.cases)}", case)
            self._progress.advance(task)
        self._progress.update(task, description="making boards: questions")
        self._questions = self._write("questions", part(self._part).questions())
        self._progress.remove_task(task)

    def _write(self, name: str, content: object) -> Path:
        path = self._folder / f"{name}.pickle"
        path.write_bytes(pickle.dumps(content))
        return path

    def _run(self, entrant: Entrant, number: int) -> None:
        """Run a contestant on all cases, in a new process after each crash."""
        todo = [
            facts.name
            for facts in self.cases
            if number == 0 or facts.name in self._paces[entrant.key]
        ]
        first = number == 0
        while todo:
            self._progress.update(
                self._task, description=f"{entrant.name or entrant.key}, {number + 1}"
            )
            self._start(entrant, todo, first)
            first = False
        done = (number * len(self.entrants) + self.entrants.index(entrant) + 1) * len(self.cases)
        self._progress.update(self._task, completed=done)

    def _start(self, entrant: Entrant, todo: list[str], ask: bool) -> None:
        """Run one process until it ends, and remove from todo what it has done or died of."""
        order = Order(
            part=self._part,
            contestant=entrant.key,
            cases=[self._files[name] for name in todo],
            questions=self._questions if ask else None,
            paces=self._paces[entrant.key],
            seconds=self._share(),
            slowest=self._plan.slowest,
        )
        loaded, current = False, ""
        for event in process.events(order, patience=20 + 4 * self._plan.slowest):
            match event:
                case {"event": "missing", "why": why}:
                    entrant.missing = why
                    todo.clear()
                case {"event": "loaded"}:
                    loaded = True
                    for found in ("name", "form", "remark", "versions"):
                        setattr(entrant, found, event[found])
                case {"event": "asked", "questions": number, "wrong": wrong, "raised": raised}:
                    entrant.questions, entrant.wrong, entrant.raised = number, wrong, raised
                case {"event": "begins", "case": current}:
                    pass
                case {"event": "ends"}:
                    self._note(entrant, event)
                    todo.remove(current)
                    current = ""
                    self._progress.advance(self._task)
                case {"event": "died", "why": why} if current:
                    self._note(entrant, {"case": current, "failed": why})
                    todo.remove(current)
                    if why.startswith(process.TIMEOUT):
                        self._skip_as_large(entrant, current, todo)
                case {"event": "died", "why": why}:
                    entrant.failed = why
                    if not (loaded and ask):
                        todo.clear()

    def _skip_as_large(self, entrant: Entrant, case: str, todo: list[str]) -> None:
        """Skip all cases with as many squares as one that timed out."""
        squares = {facts.name: facts.squares for facts in self.cases}
        for name in [name for name in todo if squares[name] >= squares[case]]:
            self._note(entrant, {"case": name, "skipped": f"too slow: as on {case}"})
            todo.remove(name)

    def _note(self, entrant: Entrant, event: dict[str, Any]) -> None:
        name = event["case"]
        outcome = self.outcomes.setdefault((name, entrant.key), Outcome(name, entrant.key))
        outcome.seconds += event.get("values", [])
        outcome.p99 += event.get("p99", [])
        if "pyperf" in event:
            self._add(pyperf.Benchmark.loads(event["pyperf"]))
        for found in ("peak", "boards", "wrong", "raised", "skipped", "failed"):
            if found in event:
                setattr(outcome, found, event[found])
        if "pace" in event:
            self._paces[entrant.key][name] = event["pace"]
        if outcome.failed:
            self._paces[entrant.key].pop(name, None)

    def _add(self, benchmark: pyperf.Benchmark) -> None:
        earlier = self.benchmarks.setdefault(benchmark.get_name(), benchmark)
        if earlier is not benchmark:
            earlier.add_runs(benchmark)

    def _share(self) -> float:
        """Seconds to spend on each case that is not timed yet."""
        steps = self._progress.tasks[-1].remaining or 1
        return max(TIMED * (self._deadline - monotonic()) / steps, 0.02)
