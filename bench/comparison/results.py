"""The results of a part of the comparison, and the JSON file that holds them."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import mean, median, stdev
from typing import Any

from comparison.shown import PARTS

UNSTABLE = 0.1
"""The limit of a standard deviation, as a share of the mean; pyperf has the same."""


@dataclass
class CaseFacts:
    name: str
    rows: int
    cols: int
    boards: int
    items: int
    """Clicks, moves or positions, which are timed together."""
    opened: float = 0
    """Squares that a click changes, on average."""

    @property
    def squares(self) -> int:
        """Of all boards."""
        return self.rows * self.cols * self.boards


@dataclass
class Entrant:
    key: str
    name: str = ""
    form: str = ""
    remark: str = ""
    versions: dict[str, str] = field(default_factory=dict)
    missing: str = ""
    """Why it could not be imported."""
    failed: str = ""
    """Why it died before it was timed."""
    questions: int = 0
    """How many boards it had to reveal before."""
    wrong: int = 0
    """How many of these differ from the reference's."""
    raised: list[str] = field(default_factory=list)
    """The exceptions that it raised on them."""

    @property
    def is_ours(self) -> bool:
        return self.key.startswith("ours_")


@dataclass
class Outcome:
    case: str
    contestant: str
    seconds: list[float] = field(default_factory=list)
    """Seconds a click, a move or a position: every value."""
    p99: list[float] = field(default_factory=list)
    """What 99 % of the positions stay below, as each process has it."""
    peak: int | None = None
    """By how many bytes the process grew."""
    boards: int = 0
    """How many boards it came to."""
    wrong: int = 0
    """How many of them were wrong."""
    raised: list[str] = field(default_factory=list)
    """The exceptions that it raised on them."""
    skipped: str = ""
    failed: str = ""

    @property
    def median(self) -> float | None:
        return median(self.seconds) if self.seconds else None

    @property
    def slow(self) -> float | None:
        """What 99 % of the positions stay below."""
        return median(self.p99) if self.p99 else None

    @property
    def unstable(self) -> bool:
        return len(self.seconds) > 1 and stdev(self.seconds) > UNSTABLE * mean(self.seconds)


@dataclass
class Comparison:
    part: str
    date: str
    plan: str
    took: float
    machine: dict[str, str]
    versions: dict[str, str]
    cases: list[CaseFacts]
    entrants: list[Entrant]
    outcomes: list[Outcome]

    def outcome(self, case: str, contestant: str) -> Outcome | None:
        found = (o for o in self.outcomes if (o.case, o.contestant) == (case, contestant))
        return next(found, None)

    def ours(self, case: str, form: str) -> float | None:
        """Our fastest time on a form of board; on `uint8` if we do not take that form."""
        ours = [entrant for entrant in self.entrants if entrant.is_ours]
        same = [entrant for entrant in ours if entrant.form == form]
        on_uint8 = [entrant for entrant in ours if entrant.form == "uint8"]
        outcomes = [self.outcome(case, entrant.key) for entrant in same or on_uint8]
        return min((o.median for o in outcomes if o and o.median), default=None)

    @property
    def taking_part(self) -> list[Entrant]:
        return [entrant for entrant in self.entrants if not entrant.missing]

    def save(self, folder: Path) -> None:
        path = folder / f"{self.part}.json"
        path.write_text(json.dumps(asdict(self), indent=1, ensure_ascii=False) + "\n")


def load_all(folder: Path) -> dict[str, Comparison]:
    """The parts whose results are there."""
    files = {part: folder / f"{part}.json" for part in PARTS}
    return {part: load(file) for part, file in files.items() if file.exists()}


def load(path: Path) -> Comparison:
    data: dict[str, Any] = json.loads(path.read_text())
    data["cases"] = [CaseFacts(**facts) for facts in data["cases"]]
    data["entrants"] = [Entrant(**entrant) for entrant in data["entrants"]]
    data["outcomes"] = [Outcome(**outcome) for outcome in data["outcomes"]]
    return Comparison(**data)
