"""Pairs of boards, what a player sees and the mines, written as one board of text.

The letters are problem 529's, and `F` is a flag on a free square, `f` one on a mine. Letters beyond
these stand for values that are none of a player's.
"""

from typing import Any

from forms import LAYOUTS, Arrays

Rows = list[str]

HIDDEN, FLAG = -1, -2
VISIBLE = {"M": HIDDEN, "E": HIDDEN, "B": 0, "X": 9, "F": FLAG, "f": FLAG}
VISIBLE |= {str(number): number for number in range(1, 9)}
BAD = {"t": 10, "m": -3, "z": 127, "y": -128}
ON_MINES = "MXfy"

LETTERS = "MEB12345678XFf"


def visible_rows(rows: Rows) -> Rows:
    """What a player sees, each value as the character that has its byte."""
    values = VISIBLE | BAD
    return ["".join(chr(values[letter] % 256) for letter in row) for row in rows]


def mine_rows(rows: Rows, mine: str = "\1") -> Rows:
    return ["".join(mine if letter in ON_MINES else "\0" for letter in row) for row in rows]


def as_lists(rows: Rows) -> tuple[list[list[int]], list[list[bool]]]:
    """The pair for the reference."""
    values = VISIBLE | BAD
    return (
        [[values[letter] for letter in row] for row in rows],
        [[letter in ON_MINES for letter in row] for row in rows],
    )


def as_letters(rows: Rows) -> Rows:
    """A board of letters on which a click does the same: a flag is as good as revealed."""
    return ["".join({"F": "B", "f": "X"}.get(letter, letter) for letter in row) for row in rows]


def with_flags(rows: Rows, before: Rows) -> Rows:
    """The board with the flags that were there before."""
    return [
        "".join(old if old in "Ff" else new for new, old in zip(*lines, strict=True))
        for lines in zip(rows, before, strict=True)
    ]


class Pairs:
    """Pairs of arrays: their layouts in memory, and the dtype of the mines and their byte."""

    def __init__(self, visible: str, mines: str, dtype: str = "bool", mine: str = "\1") -> None:
        self.name = f"visible {visible}, {dtype} mines {mines} of {ord(mine)}"
        self._visible = Arrays("int8", visible, LAYOUTS[visible])
        self._mines = Arrays(dtype, mines, LAYOUTS[mines])
        self._mine = mine

    def make(self, rows: Rows) -> tuple[Any, Any]:
        mines = self._mines.make(mine_rows(rows, self._mine))
        return self._visible.make(visible_rows(rows)), mines

    def read(self, visible: Any, mines: Any, rows: Rows) -> bool:
        """Whether the pair is as these rows say, and nothing beside it was written."""
        return self._visible.read(visible) == visible_rows(rows) and (
            self._mines.read(mines) == mine_rows(rows, self._mine)
        )


PAIRS = [
    *(Pairs(visible, "C order") for visible in LAYOUTS),
    *(Pairs("C order", mines) for mines in LAYOUTS if mines != "C order"),
    *(Pairs("C order", "C order", "uint8", mine) for mine in "\1\7\xff"),
    *(Pairs(both, both, "uint8", "\2") for both in LAYOUTS),
    Pairs("Fortran order", "steps -3 and -2", "uint8"),
    Pairs("rows reversed", "columns reversed"),
]
