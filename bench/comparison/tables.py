"""A comparison as tables in the terminal."""

from collections.abc import Callable, Iterator
from textwrap import shorten

from rich.table import Table

from comparison import text
from comparison.results import CaseFacts, Comparison, Entrant, Outcome
from comparison.shown import BOARDS, UNITS, value

COLUMNS = 5
"""Cases in one table."""
LARGE = 1_000_000
"""Squares from which on a board is in the tables of memory."""


def tables(comparison: Comparison) -> Iterator[Table]:
    yield _entrants(comparison)
    for start in range(0, len(comparison.cases), COLUMNS):
        yield _times(comparison, comparison.cases[start : start + COLUMNS])
    large = [facts for facts in comparison.cases if facts.squares >= LARGE * facts.boards]
    for start in range(0, len(large), COLUMNS):
        yield _memory(comparison, large[start : start + COLUMNS])


def verdict(entrant: Entrant, boards: str) -> str:
    """Whether a contestant's boards are right, or why it was not timed."""
    if entrant.missing:
        return f"not installed: {entrant.missing}"
    if entrant.failed:
        return entrant.failed
    if not entrant.wrong:
        return f"right on all {entrant.questions} {boards}"
    why = [entrant.remark] * bool(entrant.remark)
    why += [f"raised {', '.join(entrant.raised)}"] * bool(entrant.raised)
    because = f" ({'; '.join(why)})" if why else ""
    return f"WRONG on {entrant.wrong} of {entrant.questions} {boards}{because}"


def _entrants(comparison: Comparison) -> Table:
    table = Table(title=f"{comparison.part}: contestants, checked before they were timed")
    for heading in ("contestant", "board", "needs", "check"):
        table.add_column(heading)
    for entrant in comparison.entrants:
        needs = ", ".join(f"{name} {version}" for name, version in entrant.versions.items())
        style = "bold" if entrant.name.startswith("minesweep") else ""
        name = entrant.name or entrant.key
        check = verdict(entrant, BOARDS[comparison.part])
        table.add_row(name, entrant.form, needs, check, style=style)
    return table


def _times(comparison: Comparison, cases: list[CaseFacts]) -> Table:
    what = f"Time a {UNITS[comparison.part]}"
    if comparison.part == "games":
        what = "Moves a second"

    def cell(outcome: Outcome | None) -> str:
        if outcome is None:
            return "-"
        if outcome.failed:
            return shorten(outcome.failed, 24)
        if outcome.median is None:
            return outcome.skipped.partition(":")[0]
        marks = f", p99 {text.time(outcome.slow)}" if outcome.slow else ""
        marks += " WRONG" if outcome.wrong else ""
        marks += " ~" if outcome.unstable else ""
        return value(comparison.part, outcome.median) + marks

    return _table(
        comparison,
        cases,
        f"{what}, median (~ unstable: standard deviation above 10 % of the mean)",
        cell,
    )


def _memory(comparison: Comparison, cases: list[CaseFacts]) -> Table:
    def peak(outcome: Outcome | None) -> str:
        return "-" if outcome is None or outcome.peak is None else text.size(outcome.peak)

    return _table(comparison, cases, "Memory: how much the process grew during the click", peak)


def _table(
    comparison: Comparison,
    cases: list[CaseFacts],
    title: str,
    cell: Callable[[Outcome | None], str],
) -> Table:
    """A row for each contestant, a column for each case."""
    table = Table(title=title)
    table.add_column("contestant")
    for facts in cases:
        opened = f"\n{facts.opened:,.4g} opened" if facts.opened else ""
        table.add_column(f"{facts.name}{opened}", justify="right")
    for entrant in comparison.taking_part:
        wrong = f" WRONG {entrant.wrong}/{entrant.questions}" if entrant.wrong else ""
        cells = [cell(comparison.outcome(facts.name, entrant.key)) for facts in cases]
        style = "bold" if entrant.name.startswith("minesweep") else ""
        table.add_row(f"{entrant.name or entrant.key}{wrong}", *cells, style=style)
    return table
