"""Contestants: what they define, and how they are loaded and played.

A contestant is a file in ``contestants/`` with these names:

``name``
    Its name in tables and plots.
``requires``
    Names of the packages that it needs from PyPI.
``form``
    One of `forms`, or a `forms.Form` of its own.
``reveal(board, row, col)``
    One click, in place. Only this is timed.

A contestant that takes many clicks in one call defines, instead of ``reveal``:

``arrange(boards, jobs)``
    Returns the arguments of ``play``; not timed. Raises `DoesNotApply` for clicks that it cannot
    take.
``play(*arguments)``
    All the clicks. Only this is timed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from cases import Case, Job
from forms import Form

FOLDER = Path(__file__).parent / "contestants"


class DoesNotApply(Exception):
    """Raised by a contestant for clicks that it cannot take."""


@dataclass(frozen=True)
class Contestant:
    key: str
    name: str
    requires: tuple[str, ...]
    form: Form
    arrange: Callable[[Sequence[Any], list[Job]], tuple[Any, ...]]
    play: Callable[..., object]

    def fresh(self, case: Case) -> tuple[Sequence[Any], tuple[Any, ...]]:
        """New boards of a case, and the arguments of `play` for its clicks on them."""
        boards = self.form.pack([self.form.make(letters) for letters in case.boards])
        return boards, self.arrange(boards, case.jobs)

    def wrong(self, boards: Sequence[Any], case: Case) -> int:
        """How many of the boards are not as they must be after the clicks."""
        pairs = zip(boards, case.solved, strict=True)
        return sum(bool((self.form.letters(board) != right).any()) for board, right in pairs)


def all_keys() -> list[str]:
    """The names of the contestants' files, without suffix."""
    return sorted(path.stem for path in FOLDER.glob("*.py") if not path.stem.startswith("_"))


def load(key: str) -> Contestant:
    """Import a contestant.

    Raises ImportError if something that it needs is not installed, OSError if it cannot be
    compiled.
    """
    module = import_module(f"{FOLDER.name}.{key}")
    if hasattr(module, "reveal"):
        arrange, play = _one_by_one, partial(_click, module.reveal)
    else:
        arrange, play = module.arrange, module.play
    return Contestant(key, module.name, module.requires, module.form, arrange, play)


def _one_by_one(boards: Sequence[Any], jobs: list[Job]) -> tuple[list[tuple[Any, int, int]]]:
    return ([(boards[board], row, col) for board, row, col in jobs],)


def _click(reveal: Callable[[Any, int, int], object], clicks: list[tuple[Any, int, int]]) -> None:
    for board, row, col in clicks:
        reveal(board, row, col)
