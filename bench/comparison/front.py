"""What the front page's picture shows: a few bars a panel, ratios to ours on the same form."""

from dataclasses import dataclass

from comparison import text
from comparison.results import Comparison, Entrant
from comparison.shown import NAMES, PANELS, Panel, label


@dataclass(frozen=True)
class Bar:
    name: str
    seconds: float
    is_ours: bool
    label: str


def panels(comparisons: dict[str, Comparison]) -> list[tuple[str, list[Bar]]]:
    """A title and bars for each panel that there are results for."""
    found = [(p.title, _bars(p, comparisons[p.part])) for p in PANELS if p.part in comparisons]
    return [(title, bars) for title, bars in found if bars]


def _bars(panel: Panel, comparison: Comparison) -> list[Bar]:
    outcomes = [comparison.outcome(panel.case, key) for key in panel.contestants]
    entrants = {entrant.key: entrant for entrant in comparison.entrants}
    return [
        _bar(panel, comparison, entrants[outcome.contestant], outcome.median)
        for outcome in outcomes
        if outcome and outcome.median
    ]


def _bar(panel: Panel, comparison: Comparison, entrant: Entrant, seconds: float) -> Bar:
    shown = label(panel.part, seconds)
    ours = comparison.ours(panel.case, entrant.form)
    if ours and not entrant.is_ours:
        shown += f" ({text.ratio(seconds / ours)})"
    return Bar(NAMES.get(entrant.key, entrant.name), seconds, entrant.is_ours, shown)
