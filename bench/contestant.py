"""What every contestant has, whatever its part of the comparison.

A contestant is a file in ``contestants/``, in the folder of its part, with these names, and those
that the part's module in ``parts/`` tells:

``name``
    Its name in tables and plots.
``requires``
    Names of the packages that it needs from PyPI.
``remark``
    What its figures must not be read without, in a few words; may be left out.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

from comparison.results import CaseFacts

FOLDER = Path(__file__).parent / "contestants"


class DoesNotApply(Exception):
    """Raised by a contestant for what it cannot take."""


class Case(Protocol):
    """What is timed together."""

    name: str

    @property
    def items(self) -> int:
        """How many clicks, moves or positions."""

    @property
    def loads(self) -> tuple[float, ...]:
        """Numbers with one of which, at most, the time grows; none where it is always short."""

    def facts(self) -> CaseFacts:
        """What the results tell of it."""


@dataclass(frozen=True)
class Check:
    """What was looked at after an attempt, and found wrong."""

    boards: int
    wrong: int
    raised: frozenset[str] = frozenset()
    """The exceptions that count among the wrong ones."""


class Attempt(ABC):
    """A case, made ready for a contestant to play once."""

    def __init__(self) -> None:
        self.laps: list[float] = []
        """Seconds of each item, where each is timed on its own; NaN for one that raised."""

    @abstractmethod
    def play(self) -> None:
        """All items: only this is timed."""

    @abstractmethod
    def check(self) -> Check:
        """Whether the boards are as they must be after that."""


class Contestant(ABC):
    """A contestant's file, as its part plays it."""

    def __init__(self, key: str, module: ModuleType) -> None:
        self.key = key
        self.form = ""
        """The form of board that it takes, where parts have several."""
        self.name: str = module.name
        self.requires: tuple[str, ...] = module.requires
        self.remark: str = getattr(module, "remark", "")

    def items(self, case: Any) -> int:
        """How many items an attempt plays."""
        return case.items

    @abstractmethod
    def attempt(self, case: Any) -> Attempt:
        """A new attempt; what it needs is made before the clock starts."""

    def ask(self, question: Any) -> Check:
        """Whether the contestant gets a question right."""
        attempt = self.attempt(question)
        attempt.play()
        return attempt.check()


def all_keys(part: str) -> list[str]:
    """The names of the files of a part's contestants, without suffix."""
    files = (FOLDER / part).glob("*.py")
    return sorted(path.stem for path in files if not path.stem.startswith("_"))
