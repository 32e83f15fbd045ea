"""Boards from public fault reports and games, and made by hand, with the right answers.

The answers come from independent programs that agree. Rows are text; what is too large to store
is built by a function of `boards` and known by the SHA-256 of its rows, joined by newlines.
"""

import json
from pathlib import Path
from typing import Any, NamedTuple

Rows = list[str]


class Click(NamedTuple):
    """A click, the board before and after it, and how many squares change."""

    id: str
    source: str
    click: list[int]
    opened: int
    board: Rows
    expected: Rows
    note: str = ""


class Built(NamedTuple):
    """A click on a board that ``boards.<builder>(*arguments)`` builds."""

    id: str
    source: str
    builder: str
    arguments: list[int]
    click: list[int]
    board_sha256: str
    expected_sha256: str
    opened: int


class Refused(NamedTuple):
    """A click or a board that is no such thing: what is raised, and what its message names."""

    id: str
    source: str
    board: Any
    click: list[Any]
    error: str
    names: list[str]


def _read(file: str) -> list[dict[str, Any]]:
    text = Path(__file__).with_name(file).read_text(encoding="utf-8")
    cases: list[dict[str, Any]] = json.loads(text)
    return cases


CLICKS = [Click(**case) for case in _read("clicks.json")]
BUILT = [Built(**case) for case in _read("built.json")]
REFUSED = [Refused(**case) for case in _read("refused.json")]
