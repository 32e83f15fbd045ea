"""Bad squares where the core may go from one word or part of the board to the next.

A click reads the squares that it opens and all their neighbours. What is easily missed are the
neighbours of a *numbered* square at the rim of an opening: the flood itself never goes there.
"""

import re
from itertools import chain, combinations, product
from types import ModuleType
from typing import Any

import pytest
from boards import empty, symmetries
from forms import LISTS, Form, Rows
from outcomes import Click, assert_as_reference, of_reference, outcome, with_squares

import minesweep

EDGES = [(-1, 0), (0, -1), (0, 1), (1, 0)]
AROUND = [*EDGES, (-1, -1), (-1, 1), (1, -1), (1, 1)]
# The last and the first columns or rows of words of 64 and of parts of 62 that begin at 0 or 1.
BORDERS = [*range(60, 66), *range(122, 130)]
PLACES: dict[str, list[Click]] = {
    "at columns": [(3, col) for col in BORDERS],
    "at rows": [(row, 3) for row in BORDERS],
    "at corners": list(product((62, 63), repeat=2)),
}


def corridor_to(row: int, col: int) -> Rows:
    """A corridor from the top left corner down and then right to a square; all else is revealed.

    It is seven squares wide, and the square lies in its middle, three squares before its end.
    """
    board = [["2"] * (col + 6) for _ in range(row + 6)]
    for r, c in product(range(row + 4), range(col + 4)):
        if c < 7 or r >= row - 3:
            board[r][c] = "E"
    return ["".join(line) for line in board]


def around(square: Click, steps: list[Click]) -> list[Click]:
    row, col = square
    return [(row + down, col + right) for down, right in steps]


def only_a_number_reads_it(number: Click, step: Click, connectivity: int) -> tuple[Rows, Click]:
    """The corridor to a numbered square with a bad one beside it, which no blank square touches.

    And the blank square on the other side of the number. Around the bad square are mines, or
    revealed squares where a mine would touch that blank one.
    """
    (row, col), (down, right) = number, step
    bad, blank = (row + down, col + right), (row - down, col - right)
    beside_blank = around(blank, AROUND if connectivity == 8 else EDGES)
    rows = corridor_to(row, col)
    for square in around(bad, AROUND):
        rows = with_squares(rows, [square], "3" if square in beside_blank else "M")
    return with_squares(with_squares(rows, [number], "E"), [bad], "F"), blank


def turned_round(rows: Rows, *squares: Click) -> tuple[Rows, list[Click]]:
    """The board upside down, and where these squares are then."""
    last_row, last_col = len(rows) - 1, len(rows[0]) - 1
    return [line[::-1] for line in rows[::-1]], [(last_row - r, last_col - c) for r, c in squares]


def framed(rows: Rows, above: int, left: int, right: int = 0) -> Rows:
    """The board with so many more revealed rows and columns."""
    middle = ["4" * left + row + "4" * right for row in rows]
    return ["4" * len(middle[0])] * above + middle


@pytest.mark.parametrize("places", PLACES.values(), ids=PLACES)
@pytest.mark.parametrize("connectivity", [8, 4])
def test_a_bad_square_that_a_number_alone_reads(
    kind: Form, places: list[Click], connectivity: int
) -> None:
    """So many squares from the first column or row, and then from the last one.

    At a corner no number reads it with connectivity 4.
    """
    for number, step in product(places, AROUND):
        rows, blank = only_a_number_reads_it(number, step, connectivity)
        for click in (0, 0), blank:
            assert_as_reference(kind, rows, click, connectivity)
        rows, (click,) = turned_round(rows, (0, 0))
        assert_as_reference(kind, rows, click, connectivity)


@pytest.mark.parametrize("places", PLACES.values(), ids=PLACES)
@pytest.mark.parametrize("connectivity", [8, 4])
def test_a_bad_square_before_all_that_is_opened(
    kind: Form, places: list[Click], connectivity: int
) -> None:
    """In an earlier column or row, where the flood itself never goes."""
    for (row, col), step in product(places, AROUND):
        rows, _ = only_a_number_reads_it((min(row, 9), min(col, 9)), step, connectivity)
        rows, ((down, right),) = turned_round(rows, (0, 0))
        above, left = max(row - 5, 0), max(col - 5, 0)
        click = above + down, left + right
        assert_as_reference(kind, framed(rows, above, left), click, connectivity)


@pytest.mark.parametrize("way", range(4))
def test_a_bad_square_so_far_from_the_click(kind: Form, way: int) -> None:
    """Amid a board that goes on on both sides, in the four directions."""
    for distance, step in product([*range(28, 34), *range(59, 64), *range(91, 95)], AROUND):
        rows, _ = only_a_number_reads_it((3, 3 + distance), step, 8)
        turned, (click,) = [*symmetries(framed(rows, 0, 70, 70), (3, 73))][1 + 2 * way]
        assert_as_reference(kind, turned, click)


def test_these_bad_squares_are_read() -> None:
    for connectivity, (down, right) in product((8, 4), AROUND):
        rows, blank = only_a_number_reads_it((62, 63), (down, right), connectivity)
        turned, turned_clicks = turned_round(rows, (0, 0), blank)
        row, col = len(rows) - 1 - (62 + down), len(rows[0]) - 1 - (63 + right)
        for board, click, bad in (
            (rows, (0, 0), (62 + down, 63 + right)),
            (rows, blank, (62 + down, 63 + right)),
            (turned, turned_clicks[0], (row, col)),
        ):
            result, after = of_reference(tuple(board), click, connectivity)
            if connectivity == 8 or (down, right) in EDGES:
                assert result[0] is ValueError
                assert result[1].startswith(f"square {bad} of the board")
                assert after == board
            else:
                assert result > 600
                assert [line.count("F") for line in after] == [line.count("F") for line in board]


SMALL: dict[str, tuple[Rows, Click, Click]] = {
    "behind the last word": (["E" * 64 + "F", "E" * 64 + "M"], (0, 0), (0, 64)),
    "before the first word": (
        ["1" * 63 + "F" + "1" * 66, "1" * 64 + "E" * 66],
        (1, 100),
        (0, 63),
    ),
    "in the last row": (["EE", "EE", "MF"], (0, 0), (2, 1)),
    "at a corner": (["EEE", "EEM", "EMF"], (0, 0), (2, 2)),
}


@pytest.mark.parametrize(("rows", "click", "bad"), SMALL.values(), ids=SMALL)
def test_small_boards_turned_and_mirrored(form: Form, rows: Rows, click: Click, bad: Click) -> None:
    for turned, (at, (row, col)) in symmetries(rows, click, bad):
        board = form.make(turned)
        with pytest.raises(ValueError, match=rf"^square \({row}, {col}\) of the board"):
            minesweep.reveal(board, *at)
        assert form.read(board) == turned


@pytest.mark.parametrize("places", PLACES.values(), ids=PLACES)
def test_a_bad_square_within_an_opening(kind: Form, places: list[Click]) -> None:
    for row, col in places:
        rows = with_squares(corridor_to(row, col), [(row, col)], "F")
        for click in (0, 0), (row + 2, col + 2):
            assert_as_reference(kind, rows, click)


def test_the_first_of_two_bad_squares(impl: ModuleType) -> None:
    """In reading order, whichever the opening comes to first."""
    places = list(product(range(4), repeat=2))
    for bad in combinations(places, 2):
        rows = with_squares(empty(4, 4), bad, "F")
        for row, col in {*places} - {*bad}:
            board = LISTS.make(rows)
            with pytest.raises(ValueError, match=re.escape(f"square {bad[0]} of the board")):
                impl.reveal(board, row, col)
            assert LISTS.read(board) == rows


# Each board has bad squares in several parts; those in front are the first in reading order.
ORDERS: dict[str, list[Click]] = {
    "right of it in an earlier row": [(40, 10), (39, 149)],
    "left of it in the same row": [(70, 3), (70, 66), (70, 130)],
    "below it, above and far right": [(130, 5), (65, 70), (64, 149)],
    "in the last row and column alone": [(149, 149)],
    "in a row beside the first": [(1, 149), (0, 148), (62, 0)],
    "all in one part": [(149, 140), (148, 149), (148, 148)],
}


@pytest.mark.parametrize("bad", ORDERS.values(), ids=ORDERS)
def test_the_first_bad_square_in_reading_order(kind: Form, bad: list[Click]) -> None:
    rows = with_squares(empty(150, 150), bad, "F")
    row, col = min(bad)
    for click in (2, 2), (75, 75), (147, 147), (5, 120), (140, 30):
        board = kind.make(rows)
        with pytest.raises(ValueError, match=rf"^square \({row}, {col}\) of the board"):
            minesweep.reveal(board, *click)
        assert kind.read(board) == rows


# ---- what lists alone can have ----

NO_SQUARES = [None, 5, b"E", "", "EE", ["E"]]
NO_ROWS: dict[str, Any] = {
    "tuple": ("E",) * 5,
    "string": "E" * 5,
    "None": None,
    "shorter": ["E"] * 4,
    "longer": ["E"] * 6,
    "empty": [],
}


def as_reference_on_lists(board: list[Any], *clicks: Click) -> None:
    """Clicks in one opening: the same error to its last letter, and the same squares after it."""
    squares = list(chain.from_iterable(row for row in board if isinstance(row, list)))
    expected = outcome(minesweep.reference.reveal, board, *clicks[0])
    assert isinstance(expected, tuple)
    for click in clicks:
        assert outcome(minesweep.reveal, board, *click) == expected
    after = chain.from_iterable(row for row in board if isinstance(row, list))
    assert all(square is before for square, before in zip(after, squares, strict=True))


@pytest.mark.parametrize("square", NO_SQUARES, ids=repr)
def test_what_is_no_square(square: Any) -> None:
    for number, step in product([(3, 62), (3, 63), (62, 3), (63, 3)], AROUND):
        rows, blank = only_a_number_reads_it(number, step, 8)
        ((row, col),) = around(number, [step])
        board: list[Any] = LISTS.make(rows)
        board[row][col] = square
        as_reference_on_lists(board, (0, 0), blank)


@pytest.mark.parametrize("line", NO_ROWS.values(), ids=NO_ROWS)
def test_what_is_no_row(line: Any) -> None:
    """Where it is read by the last row of an opening, and where it lies within one."""
    for row in BORDERS:
        for below in [], ["3" * 5], empty(20, 5):
            board: list[Any] = [*LISTS.make(empty(row, 5)), line, *LISTS.make(below)]
            as_reference_on_lists(board, (0, 0), (row // 2, 2), (row - 1, 4))


def test_a_row_that_is_no_list_far_from_the_opening(impl: ModuleType) -> None:
    for row in BORDERS:
        board: list[Any] = [*LISTS.make(empty(row, 5)), ["3"] * 5, None, ["E"] * 3]
        assert impl.reveal(board, 0, 0) == 5 * row
        assert board[row:] == [["3"] * 5, None, ["E"] * 3]
