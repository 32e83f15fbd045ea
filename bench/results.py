"""What a comparison has found, and the JSON file that holds it."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import mean, median, stdev
from typing import Any

UNSTABLE = 0.1
"""Share of the mean above which, as for pyperf, a standard deviation is too large."""


@dataclass
class CaseFacts:
    name: str
    rows: int
    cols: int
    boards: int
    clicks: int
    opened: float
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
    versions: dict[str, str] = field(default_factory=dict)
    missing: str = ""
    """Why it could not take part."""
    failed: str = ""
    """What ended it before it was timed."""
    questions: int = 0
    wrong: int = 0
    """Boards, of those that it was asked, on which it differs from the reference."""
    raised: list[str] = field(default_factory=list)


@dataclass
class Outcome:
    case: str
    contestant: str
    seconds: list[float] = field(default_factory=list)
    """A click, every value."""
    peak: int | None = None
    """Bytes by which the process grew."""
    wrong: int = 0
    """Boards of this case."""
    skipped: str = ""
    failed: str = ""

    @property
    def median(self) -> float | None:
        return median(self.seconds) if self.seconds else None

    @property
    def unstable(self) -> bool:
        return len(self.seconds) > 1 and stdev(self.seconds) > UNSTABLE * mean(self.seconds)


@dataclass
class Comparison:
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

    @property
    def taking_part(self) -> list[Entrant]:
        return [entrant for entrant in self.entrants if not entrant.missing]

    def save(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self), indent=1, ensure_ascii=False) + "\n")


def load(path: Path) -> Comparison:
    data: dict[str, Any] = json.loads(path.read_text())
    data["cases"] = [CaseFacts(**facts) for facts in data["cases"]]
    data["entrants"] = [Entrant(**entrant) for entrant in data["entrants"]]
    data["outcomes"] = [Outcome(**outcome) for outcome in data["outcomes"]]
    return Comparison(**data)
