"""Letters: one click on a board of problem 529, or many.

A contestant's file has these names:

``form``
    One of `forms`, or a `forms.Form` of its own.
``reveal(board, row, col)``
    One click, in place. Only this is timed.

One that takes many clicks in one call defines, instead of ``reveal``:

``arrange(boards, jobs)``
    Returns the arguments of ``play``; not timed. Raises `DoesNotApply` for clicks that it cannot
    take.
``play(*arguments)``
    All the clicks. Only this is timed.
"""

from collections.abc import Callable, Sequence
from functools import partial
from types import ModuleType
from typing import Any

import cases
import contestant
from boards import EXPERT
from cases import Case, Job
from comparison.plan import Plan
from contestant import Check
from parts.letter_questions import questions

__all__ = ["FULL", "QUICK", "Contestant", "questions"]


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
QUICK = Plan(quick, processes=2, seconds=80, slowest=1)


class Contestant(contestant.Contestant):
    def __init__(self, key: str, module: ModuleType) -> None:
        super().__init__(key, module)
        self.takes = module.form
        self.form = module.form.name
        if hasattr(module, "reveal"):
            self.arrange, self.play = _one_by_one, partial(_click, module.reveal)
        else:
            self.arrange, self.play = module.arrange, module.play

    def attempt(self, case: Case) -> "Clicks":
        return Clicks(self, case)


class Clicks(contestant.Attempt):
    """All clicks of a case, on fresh boards."""

    def __init__(self, contestant: Contestant, case: Case) -> None:
        super().__init__()
        form = contestant.takes
        self._boards = form.pack([form.make(letters) for letters in case.boards])
        self._arguments = contestant.arrange(self._boards, case.jobs)
        self._play, self._letters, self._case = contestant.play, form.letters, case

    def play(self) -> None:
        self._play(*self._arguments)

    def check(self) -> Check:
        pairs = zip(self._boards, self._case.solved, strict=True)
        wrong = sum(bool((self._letters(board) != right).any()) for board, right in pairs)
        return Check(len(self._boards), wrong)


def _one_by_one(boards: Sequence[Any], jobs: list[Job]) -> tuple[list[tuple[Any, int, int]]]:
    return ([(boards[board], row, col) for board, row, col in jobs],)


def _click(reveal: Callable[[Any, int, int], object], clicks: list[tuple[Any, int, int]]) -> None:
    for board, row, col in clicks:
        reveal(board, row, col)
