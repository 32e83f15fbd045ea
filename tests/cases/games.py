"""Games as they were played, game cases from fault reports, and boards with 3BV and openings.

Mines are rows of text, ``*`` on a mine. An action is a letter, a row and a column: ``L`` reveals,
``F`` flags, ``C`` chords; ``Q`` switches question marks on or off. With question marks a flag that
is taken away leaves one behind, which the next ``F`` takes away; the player keeps them.
"""

import json
from pathlib import Path
from typing import Any, NamedTuple

Rows = list[str]


class Case(NamedTuple):
    """A few actions, the state of the game after each, and the board after the last."""

    id: str
    note: str
    marks: bool
    mines: Rows
    actions: list[str]
    states: list[str]
    expected: Rows


class Replay(NamedTuple):
    """A whole game, and the squares ``row * columns + column`` that each action opened."""

    id: str
    program: str
    marks: bool
    mines: Rows
    actions: list[str]
    opened: list[list[int]]
    expected: Rows
    result: str
    bbbv: int
    openings: int


class Measured(NamedTuple):
    """A board with its 3BV and its number of openings."""

    id: str
    mines: Rows
    bbbv: int
    openings: int


def _read(file: str) -> list[dict[str, Any]]:
    text = Path(__file__).with_name(file).read_text(encoding="utf-8")
    cases: list[dict[str, Any]] = json.loads(text)
    return cases


CASES = [Case(**case) for case in _read("games.json")]
REPLAYS = [Replay(**case) for case in _read("replays.json")]
MEASURED = [Measured(**case) for case in _read("metrics.json")]
