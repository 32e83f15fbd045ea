"""The Markdown pages that show figures of the results; nothing else in them is touched.

``bench/README.md`` has a report of each part, between ``<!-- PART: begin -->`` and
``<!-- PART: end -->``. Any page may have single figures, between a comment that says which and
``<!-- /figure -->``:

``<!-- figure: PART | CASE | CONTESTANT -->``
    A time, as in 223 ns; of games a rate, as in 9.56 million, which is moves a second.
``<!-- figure: PART | CASE | CONTESTANT / CONTESTANT -->``
    How many times the second one's time the first one's is, as in 44×.
``<!-- figure: PART | CASE | CONTESTANT | p99 -->``
    What 99 % of the positions stay below.
``<!-- figure: PART | machine -->``, ``… | date -->``, ``… | version -->``
    Where and when it was measured, and the version of this package.

Contestants go by the names of their files.
"""

import re
from pathlib import Path

from comparison import text
from comparison.report import report
from comparison.results import Comparison, Outcome
from comparison.shown import PARTS, value

BENCH = Path(__file__).parent.parent
RESULTS = BENCH / "results"
FRONT, REPORTS = BENCH.parent / "README.md", BENCH / "README.md"

FIGURE = re.compile(r"(<!-- figure: (.+?) -->).*?(<!-- /figure -->)", re.DOTALL)
NOT_MEASURED = "not measured"


def renewed(page: str, comparisons: dict[str, Comparison]) -> str:
    """A page with the reports and figures of these results."""
    for part in PARTS:
        block = re.compile(rf"(?<=<!-- {part}: begin -->\n).*?(?=<!-- {part}: end -->)", re.DOTALL)
        found = report(comparisons[part]) if part in comparisons else f"{NOT_MEASURED}\n"
        page = block.sub(lambda _, found=found: found, page)
    return FIGURE.sub(lambda match: match[1] + _figure(match[2], comparisons) + match[3], page)


def _figure(which: str, comparisons: dict[str, Comparison]) -> str:
    part, *fields = (field.strip() for field in which.split("|"))
    if part not in PARTS:
        raise SystemExit(f"no part of the comparison is called {part!r}: {which}")
    comparison = comparisons.get(part)
    if comparison is None:
        return NOT_MEASURED
    match fields:
        case ["machine"]:
            machine = comparison.machine
            return f"{machine['cpu_model_name']}, {machine['cpu_count']} processors"
        case ["date"]:
            return comparison.date[:10]
        case ["version"]:
            return comparison.versions["minesweep"]
        case [case, contestants]:
            outcomes = [
                _outcome(which, comparison, case, key.strip()) for key in contestants.split("/")
            ]
            return _shown(part, outcomes)
        case [case, contestant, "p99"]:
            slow = _outcome(which, comparison, case, contestant).slow
            return text.time(slow) if slow else NOT_MEASURED
    raise SystemExit(f"no such figure: {which}")


def _outcome(which: str, comparison: Comparison, case: str, contestant: str) -> Outcome:
    """That of the results; an empty one where the contestant was not installed."""
    if not any(facts.name == case for facts in comparison.cases):
        raise SystemExit(f"no case is called {case!r}: {which}")
    if not any(entrant.key == contestant for entrant in comparison.entrants):
        raise SystemExit(f"no contestant is called {contestant!r}: {which}")
    return comparison.outcome(case, contestant) or Outcome(case, contestant)


def _shown(part: str, outcomes: list[Outcome]) -> str:
    times = [outcome.median for outcome in outcomes]
    match times:
        case [float(time)]:
            return value(part, time)
        case [float(first), float(second)]:
            return text.ratio(first / second)
    return NOT_MEASURED
