"""A part of the comparison as Markdown: plots, table, where others are faster, circumstances."""

from collections.abc import Iterator

from comparison import text
from comparison.results import Comparison, Entrant, Outcome
from comparison.shown import BARS, BOARDS, HEADINGS, UNITS, value

FASTER = 1.05
"""Others count as faster from this ratio on."""

PICTURES = {
    "letters": """\
![Time a click against the squares that it opens](results/letters-lines.svg)

![Time a click on a few boards](results/letters.svg)
""",
    "games": "![Time a move](results/games.svg)\n",
    "probabilities": "![Time a position](results/probabilities.svg)\n",
}
NOT_MEASURED = {
    "letters": """\
Not measured: imports, numba's compilation, making and converting boards, boards that are not in
the processor's caches, several threads, other processors and systems. SciPy, scikit-image and
OpenCV read the whole board for each opening, however small: they are made for images. ms-toollib
does much more than reveal.
""",
    "games": """\
Not measured: imports, compilation, choosing the moves, looking at what is visible, several threads,
other processors and systems. jumanji opens one square a move, so its games take more moves.
""",
    "probabilities": """\
Not measured: imports, making and converting positions, several threads, other processors and
systems. Times are of the positions that a contestant gave an answer to.
""",
}


def report(comparison: Comparison) -> str:
    advice = [_advice(comparison)] if comparison.part == "letters" else []
    parts = (
        PICTURES[comparison.part],
        _table(comparison),
        *advice,
        _where_others_are_faster(comparison),
        NOT_MEASURED[comparison.part],
        _circumstances(comparison),
    )
    return "\n".join(parts)


def _table(comparison: Comparison) -> str:
    """A row for each contestant, a column for each of a few cases."""
    few = BARS if comparison.part == "letters" else [facts.name for facts in comparison.cases]
    shown = [name for name in few if any(facts.name == name for facts in comparison.cases)]
    lines = [
        _row(HEADINGS[comparison.part], *shown),
        _row("---", *("---:" for _ in shown)),
        *(
            _row(_name(comparison, entrant), *(_cell(comparison, case, entrant) for case in shown))
            for entrant in comparison.taking_part
        ),
    ]
    return "\n".join(lines) + "\n"


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _name(comparison: Comparison, entrant: Entrant) -> str:
    name = f"**{entrant.name}**" if entrant.is_ours else entrant.name or entrant.key
    notes = [entrant.remark] * bool(entrant.remark)
    if entrant.wrong:
        boards = BOARDS[comparison.part]
        notes.append(f"wrong on {entrant.wrong} of {entrant.questions} {boards}")
    notes += [f"raised {', '.join(entrant.raised)}"] * bool(entrant.raised)
    return f"{name} ({'; '.join(notes)})" if notes else name


def _cell(comparison: Comparison, case: str, entrant: Entrant) -> str:
    outcome = comparison.outcome(case, entrant.key)
    if outcome is None:
        return entrant.failed
    if outcome.median is None:
        return outcome.failed or outcome.skipped
    ours = comparison.ours(case, entrant.form)
    notes = []
    if not entrant.is_ours and ours is not None:
        notes.append(text.ratio(outcome.median / ours))
    if outcome.wrong and comparison.part != "letters":
        notes.append(f"wrong on {outcome.wrong} of {outcome.boards}")
    shown = value(comparison.part, outcome.median) + _tail(outcome)
    return f"{shown} ({'; '.join(notes)})" if notes else shown


def _tail(outcome: Outcome) -> str:
    return f", 99 %: {text.time(outcome.slow)}" if outcome.slow else ""


def _advice(comparison: Comparison) -> str:
    """Which form to use when."""

    def time(case: str, key: str) -> str:
        outcome = comparison.outcome(case, f"ours_{key}")
        return text.time(outcome.median) if outcome and outcome.median else "not measured"

    opening, large = "expert, opening of 25", "1000×1000, 1 % mines"
    game, boards = "expert, 480 clicks on one board", "expert, 1000 boards, a click each"
    return f"""\
Which form to use:

- Keep the form that you have: converting a board costs more than most clicks.
- If you can choose, use `uint8`. A click that opens most of 1000×1000 squares takes
  {time(large, "uint8")} on `uint8`, {time(large, "u1")} on `U1`, {time(large, "lists")} on lists;
  one that opens 25 squares takes {time(opening, "uint8")}, {time(opening, "u1")},
  {time(opening, "lists")}.
- For many clicks on one board, use `reveal_sequence`: {time(game, "sequence")} a click, against
  {time(game, "uint8")} with `reveal`.
- For many boards, use `reveal_batch`: {time(boards, "batch")} a board, against
  {time(boards, "uint8")} with `reveal`.
"""


def _where_others_are_faster(comparison: Comparison) -> str:
    lines = list(_faster(comparison)) or ["- Nowhere in what was measured."]
    same = " on the same form of board" if comparison.part == "letters" else ""
    return "\n".join([f"Where others are faster{same}:\n", *lines, ""])


def _faster(comparison: Comparison) -> Iterator[str]:
    """Each contestant that is faster than ours on its form of board, and where."""
    for entrant in comparison.taking_part:
        if entrant.is_ours:
            continue
        where = [
            f"{facts.name} ({text.time(theirs)} against {text.time(ours)})"
            for facts in comparison.cases
            if (theirs := _median(comparison, facts.name, entrant))
            and (ours := comparison.ours(facts.name, entrant.form))
            and theirs * FASTER < ours
        ]
        if where:
            yield f"- {entrant.name}: {'; '.join(where)}."


def _median(comparison: Comparison, case: str, entrant: Entrant) -> float | None:
    outcome = comparison.outcome(case, entrant.key)
    return outcome.median if outcome else None


def _circumstances(comparison: Comparison) -> str:
    needed = {k: v for e in comparison.taking_part for k, v in e.versions.items()}
    versions = "".join(f", {name} {version}" for name, version in sorted(needed.items()))
    machine, own = comparison.machine, comparison.versions
    unstable = sum(outcome.unstable for outcome in comparison.outcomes)
    questions = max(entrant.questions for entrant in comparison.entrants)
    return f"""\
Measured on {comparison.date[:10]} with minesweep {own["minesweep"]} on {machine["cpu_model_name"]},
{machine["cpu_count"]} processors, {machine["platform"]}, on one core;
Python {own["python_version"]}, {own["python_compiler"]}, NumPy {own["numpy"]}{versions}.
Medians by pyperf {own["pyperf"]}, a {UNITS[comparison.part]} each; {unstable} of
{len(comparison.outcomes)} times were unstable. Before they were timed, contestants were checked on
up to {questions} {BOARDS[comparison.part]}.{_missing(comparison)}
"""


def _missing(comparison: Comparison) -> str:
    keys = [entrant.key for entrant in comparison.entrants if entrant.missing]
    return f" Not installed: {', '.join(keys)}." if keys else ""
