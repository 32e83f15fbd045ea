"""All contestants on all cases, several processes each."""

import pickle
from pathlib import Path
from time import monotonic
from typing import Any

import pyperf
from rich.progress import Progress

import process
from contestant import all_keys
from plan import Plan
from questions import questions
from results import CaseFacts, Entrant, Outcome
from worker import Order, Pace

QUESTIONS = 300
# The share of the time left that goes to what is timed; the rest is for processes to start.
TIMED = 0.4


class Race:
    """The cases, the contestants, and what has been found about them so far."""

    def __init__(self, plan: Plan, folder: Path, progress: Progress) -> None:
        self.cases: list[CaseFacts] = []
        self.entrants = [Entrant(key) for key in all_keys()]
        self.outcomes: dict[tuple[str, str], Outcome] = {}
        self.benchmarks: dict[str, pyperf.Benchmark] = {}
        self._plan, self._folder, self._progress = plan, folder, progress
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
        """Make and answer all boards, and lay them down for the workers."""
        cases = self._plan.cases()
        task = self._progress.add_task("", total=len(cases) + 1)
        for case in cases:
            self._progress.update(task, description=f"making boards: {case.name}")
            rows, cols = case.boards[0].shape
            facts = CaseFacts(
                case.name, rows, cols, len(case.boards), len(case.jobs), round(case.opened, 3)
            )
            self.cases.append(facts)
            self._files[case.name] = self._lay_down(f"case{len(self.cases)}", case)
            self._progress.advance(task)
        self._progress.update(task, description="making boards: questions")
        self._questions = self._lay_down("questions", questions(QUESTIONS))
        self._progress.remove_task(task)

    def _lay_down(self, name: str, content: object) -> Path:
        path = self._folder / f"{name}.pickle"
        path.write_bytes(pickle.dumps(content))
        return path

    def _run(self, entrant: Entrant, number: int) -> None:
        """One process of a contestant, or as many as it takes when they crash."""
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
        """One process, until it ends; what is done, or has ended it, is taken off the list."""
        order = Order(
            contestant=entrant.key,
            cases=[self._files[name] for name in todo],
            questions=self._questions if ask else None,
            paces=self._paces[entrant.key],
            seconds=self._share(),
            slowest=self._plan.slowest,
        )
        loaded, under_way = False, ""
        for event in process.events(order, patience=20 + 4 * self._plan.slowest):
            match event:
                case {"event": "missing", "why": why}:
                    entrant.missing = why
                    todo.clear()
                case {"event": "loaded", "name": name, "form": form, "versions": versions}:
                    loaded = True
                    entrant.name, entrant.form, entrant.versions = name, form, versions
                case {"event": "asked", "questions": number, "wrong": wrong, "raised": raised}:
                    entrant.questions, entrant.wrong, entrant.raised = number, wrong, raised
                case {"event": "begins", "case": under_way}:
                    pass
                case {"event": "ends"}:
                    self._note(entrant, event)
                    todo.remove(under_way)
                    under_way = ""
                    self._progress.advance(self._task)
                case {"event": "ended", "why": why} if under_way:
                    self._note(entrant, {"case": under_way, "failed": why})
                    todo.remove(under_way)
                    if why.startswith(process.NO_END):
                        self._skip_as_large(entrant, under_way, todo)
                case {"event": "ended", "why": why} if why:
                    entrant.failed = why
                    if not (loaded and ask):
                        todo.clear()

    def _skip_as_large(self, entrant: Entrant, case: str, todo: list[str]) -> None:
        """Boards as large as one that a contestant found no end of would take as long."""
        squares = {facts.name: facts.squares for facts in self.cases}
        for name in [name for name in todo if squares[name] >= squares[case]]:
            self._note(entrant, {"case": name, "skipped": f"too slow: as on {case}"})
            todo.remove(name)

    def _note(self, entrant: Entrant, event: dict[str, Any]) -> None:
        name = event["case"]
        outcome = self.outcomes.setdefault((name, entrant.key), Outcome(name, entrant.key))
        outcome.seconds += event.get("values", [])
        if "pyperf" in event:
            self._add(pyperf.Benchmark.loads(event["pyperf"]))
        for found in ("peak", "wrong", "skipped", "failed"):
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
        """Seconds for each case that is still to be timed."""
        steps = self._progress.tasks[-1].remaining or 1
        return max(TIMED * (self._deadline - monotonic()) / steps, 0.02)
