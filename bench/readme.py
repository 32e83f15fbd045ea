"""Writes the figures of a comparison into the README: ``python bench/readme.py``.

The text between the two markers is made from bench/results/results.json; do not edit it there.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from comparison import text
from comparison.results import Comparison, Entrant, load
from comparison.shown import BARS

BENCH = Path(__file__).parent
README = BENCH.parent / "README.md"
RESULTS = BENCH / "results" / "results.json"
BEGIN, END = "<!-- benchmark: begin -->", "<!-- benchmark: end -->"
BETWEEN = re.compile(f"(?<={BEGIN}\n).*(?={END})", re.DOTALL)

NOT_MEASURED = """\
Not measured: imports, numba's compilation, making and converting boards, boards that are not in
the processor's caches, several threads, other processors and systems. SciPy, scikit-image and
OpenCV read the whole board for each opening, however small: they are made for images. ms-toollib
does much more than reveal.
"""
OURS = "ours_"
FASTER = 1.05
"""Others count as faster from this ratio on."""


def written(readme: str, comparison: Comparison) -> str:
    """The README with the figures of a comparison."""
    if not BETWEEN.search(readme):
        raise SystemExit(f"README.md has no lines {BEGIN} and {END}")
    return BETWEEN.sub(lambda _: block(comparison), readme)


def block(comparison: Comparison) -> str:
    parts = (
        "![Time a click against the squares that it opens](bench/results/lines.svg)\n",
        _table(comparison),
        _advice(comparison),
        _where_others_are_faster(comparison),
        NOT_MEASURED,
        _circumstances(comparison),
    )
    return "\n".join(parts)


def _table(comparison: Comparison) -> str:
    """A row for each contestant, a column for each of a few cases."""
    shown = [facts for name in BARS for facts in comparison.cases if facts.name == name]
    lines = [
        _row("Time a click (ratio to ours)", *(f"{facts.name}" for facts in shown)),
        _row("---", *("---:" for _ in shown)),
        *(
            _row(_name(entrant), *(_cell(comparison, facts.name, entrant) for facts in shown))
            for entrant in comparison.taking_part
        ),
    ]
    return "\n".join(lines) + "\n"


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _name(entrant: Entrant) -> str:
    wrong = f" (wrong on {entrant.wrong} of {entrant.questions} boards)" if entrant.wrong else ""
    name = f"**{entrant.name}**" if entrant.key.startswith(OURS) else entrant.name or entrant.key
    return name + wrong


def _cell(comparison: Comparison, case: str, entrant: Entrant) -> str:
    outcome = comparison.outcome(case, entrant.key)
    if outcome is None:
        return entrant.failed
    if outcome.median is None:
        return outcome.failed or outcome.skipped
    time = text.time(outcome.median)
    ours = _ours(comparison, case, entrant.form)
    if entrant.key.startswith(OURS) or ours is None:
        return time
    return f"{time} ({text.ratio(outcome.median / ours)})"


def _advice(comparison: Comparison) -> str:
    """Which form to use when."""

    def time(case: str, key: str) -> str:
        outcome = comparison.outcome(case, f"{OURS}{key}")
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
    lines = list(_faster(comparison)) or ["- On none of the boards that were measured."]
    return "\n".join(["Where others are faster on the same form of board:\n", *lines, ""])


def _faster(comparison: Comparison) -> Iterator[str]:
    """Each contestant that is faster than ours on its form of board, and where."""
    for entrant in comparison.taking_part:
        if entrant.key.startswith(OURS):
            continue
        where = [
            f"{facts.name} ({text.time(theirs)} against {text.time(ours)})"
            for facts in comparison.cases
            if (theirs := _median(comparison, facts.name, entrant))
            and (ours := _ours(comparison, facts.name, entrant.form))
            and theirs * FASTER < ours
        ]
        if where:
            yield f"- {entrant.name}: {'; '.join(where)}."


def _median(comparison: Comparison, case: str, entrant: Entrant) -> float | None:
    outcome = comparison.outcome(case, entrant.key)
    return outcome.median if outcome else None


def _ours(comparison: Comparison, case: str, form: str) -> float | None:
    """Our fastest time on a form of board; on `uint8` if we do not take that form."""
    ours = [entrant for entrant in comparison.entrants if entrant.key.startswith(OURS)]
    same = [entrant for entrant in ours if entrant.form == form]
    on_uint8 = [entrant for entrant in ours if entrant.key == f"{OURS}uint8"]
    times = [_median(comparison, case, entrant) for entrant in same or on_uint8]
    return min((time for time in times if time), default=None)


def _circumstances(comparison: Comparison) -> str:
    needed = {k: v for e in comparison.taking_part for k, v in e.versions.items()}
    versions = ", ".join(f"{name} {version}" for name, version in sorted(needed.items()))
    machine, own = comparison.machine, comparison.versions
    unstable = sum(outcome.unstable for outcome in comparison.outcomes)
    questions = max(entrant.questions for entrant in comparison.entrants)
    return f"""\
Measured on {comparison.date[:10]} with minesweep {own["minesweep"]} on {machine["cpu_model_name"]},
{machine["cpu_count"]} processors, {machine["platform"]}, on one core;
Python {own["python_version"]}, {own["python_compiler"]}, NumPy {own["numpy"]}, {versions}.
Medians by pyperf {own["pyperf"]}; {unstable} of {len(comparison.outcomes)} times were unstable.
Before it was timed, every contestant revealed {questions} boards, which were compared with those of
`minesweep.reference`. How to repeat it: [bench/README.md](bench/README.md).
"""


def main() -> None:
    README.write_text(written(README.read_text(), load(RESULTS)))


if __name__ == "__main__":
    main()
