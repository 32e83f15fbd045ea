"""Boards and clicks for Hypothesis."""

import random
from typing import Any

from hypothesis import strategies as st

LETTERS = "MEB12345678X"
BAD_LETTERS = "F09me.\xff"

Rows = list[str]
Click = tuple[int, int]

# A word of the core holds 64 squares; what happens at its ends needs boards as wide, or as tall.
WORD_ENDS = st.sampled_from([1, 2, 3, 31, 62, 63, 64, 65, 66, 127, 128, 129, 191, 192, 193, 257])
SHAPES = st.one_of(
    st.tuples(st.integers(1, 9), st.integers(1, 9)),
    st.tuples(st.integers(1, 5), WORD_ENDS),
    st.tuples(WORD_ENDS, st.integers(1, 5)),
)


@st.composite
def boards(draw: st.DrawFn, letters: str = LETTERS) -> Rows:
    """Boards of all shapes and states."""
    rows, cols = draw(SHAPES)
    squares = draw(st.one_of(few_marks(rows * cols, letters), drawn_lots(rows * cols, letters)))
    return cut(squares, cols)


@st.composite
def large_boards(draw: st.DrawFn) -> Rows:
    """Boards whose openings are large and ragged, which takes a flood back and forth."""
    rows, cols = draw(
        st.one_of(
            st.tuples(st.integers(60, 200), st.integers(60, 200)),
            st.tuples(st.integers(1, 6), st.integers(1000, 1300)),
            st.tuples(st.integers(1000, 1300), st.integers(1, 6)),
        )
    )
    lots = random.Random(draw(st.integers(0, 2**32)))
    empty = draw(st.sampled_from([0.94, 0.97, 0.99, 0.995]))
    some = draw(st.sampled_from(["M", "MMMX", "MMM1B", "MMMF"]))
    return cut(scattered(lots, rows * cols, empty, some), cols)


def scattered(lots: random.Random, size: int, empty: float, some: str) -> str:
    return "".join("E" if lots.random() < empty else lots.choice(some) for _ in range(size))


def cut(squares: str, cols: int) -> Rows:
    return [squares[start : start + cols] for start in range(0, len(squares), cols)]


@st.composite
def few_marks(draw: st.DrawFn, size: int, letters: str) -> str:
    """Unrevealed squares and some others: shrinks to the marks that matter."""
    places = st.integers(0, size - 1)
    marks = draw(st.dictionaries(places, st.sampled_from(letters), max_size=20))
    return "".join(marks.get(place, "E") for place in range(size))


@st.composite
def drawn_lots(draw: st.DrawFn, size: int, letters: str) -> str:
    """From almost empty to almost full of other letters."""
    lots = random.Random(draw(st.integers(0, 2**32)))
    empty = draw(st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99]))
    some = draw(st.sampled_from(["M", "MX", "MMMMMB1", letters]))
    return scattered(lots, size, empty, some)


@st.composite
def clicks(draw: st.DrawFn, rows: Rows) -> list[Click]:
    """Clicks on the board, in order."""
    square = st.tuples(st.integers(0, len(rows) - 1), st.integers(0, len(rows[0]) - 1))
    return draw(st.lists(square, min_size=1, max_size=5))


# What a caller may get wrong: nothing is too strange to be passed as a board or as a click.
SQUARES = st.one_of(
    st.sampled_from(LETTERS + BAD_LETTERS), st.text(max_size=2), st.none(), st.integers()
)
ANY_ROWS: st.SearchStrategy[Any] = st.one_of(
    st.lists(st.sampled_from("EM"), min_size=2, max_size=2),
    st.lists(SQUARES, min_size=2, max_size=3),
    st.lists(SQUARES, max_size=4),
    st.sampled_from([("E", "E"), "EE", None, 3]),
)
ANY_LISTS = st.lists(ANY_ROWS, max_size=4)
ANY_INDICES: st.SearchStrategy[Any] = st.one_of(
    st.integers(-1, 4),
    st.integers(),
    st.booleans(),
    st.sampled_from([2**63, -(2**64), 1.0, "1", None]),
)
ANY_CLICKS: st.SearchStrategy[Any] = st.one_of(
    st.tuples(ANY_INDICES, ANY_INDICES), st.lists(ANY_INDICES, max_size=3)
)
