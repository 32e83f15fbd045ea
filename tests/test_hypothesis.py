"""The compiled functions do what the reference does, on boards that nobody thought of."""

from typing import Any

import pytest

import minesweep
from minesweep import reference

pytest.importorskip("hypothesis")

from forms import AVAILABLE, LISTS, LISTS_OF_SQUARES, Form
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from outcomes import outcome, shortened
from strategies import (
    ANY_CLICKS,
    ANY_INDICES,
    ANY_LISTS,
    BAD_LETTERS,
    LETTERS,
    Click,
    Rows,
    boards,
    clicks,
    large_boards,
)

# What is not run for every form of board is run more often.
MANY = settings(max_examples=20 * settings.default.max_examples)
CONNECTIVITIES = st.sampled_from([8, 4])


@st.composite
def games(draw: st.DrawFn, letters: str = LETTERS) -> tuple[Rows, list[Click]]:
    rows = draw(boards(letters))
    return rows, draw(clicks(rows))


@given(game=games(), connectivity=CONNECTIVITIES)
def test_clicks(form: Form, game: tuple[Rows, list[Click]], connectivity: int) -> None:
    rows, order = game
    board, expected = form.make(rows), LISTS.make(rows)
    for click in order:
        count = reference.reveal(expected, *click, connectivity=connectivity)
        assert minesweep.reveal(board, *click, connectivity=connectivity) == count
        assert form.read(board) == LISTS.read(expected)


@given(game=games(LETTERS + BAD_LETTERS), connectivity=CONNECTIVITIES)
def test_a_bad_square_is_an_error_where_it_is_read(
    form: Form, game: tuple[Rows, list[Click]], connectivity: int
) -> None:
    rows, order = game
    board, expected = form.make(rows), LISTS.make(rows)
    for click in order:
        result = outcome(reference.reveal, expected, *click, connectivity=connectivity)
        ours = outcome(minesweep.reveal, board, *click, connectivity=connectivity)
        assert shortened(ours) == shortened(result)
        assert form.read(board) == LISTS.read(expected)
    assert shortened(outcome(minesweep.check_board, board)) == shortened(
        outcome(reference.check_board, expected)
    )


@settings(max_examples=4 * settings.default.max_examples, phases=set(Phase) - {Phase.shrink})
@given(
    form=st.sampled_from(AVAILABLE),
    rows=large_boards(),
    data=st.data(),
    connectivity=CONNECTIVITIES,
)
def test_large_boards(form: Form, rows: Rows, data: st.DataObject, connectivity: int) -> None:
    board, expected = form.make(rows), LISTS.make(rows)
    for click in data.draw(clicks(rows)):
        result = outcome(reference.reveal, expected, *click, connectivity=connectivity)
        ours = outcome(minesweep.reveal, board, *click, connectivity=connectivity)
        assert shortened(ours) == shortened(result)
        assert form.read(board) == LISTS.read(expected)


@MANY
@given(game=games())
def test_squares_that_are_not_opened_are_not_touched(game: tuple[Rows, list[Click]]) -> None:
    rows, order = game
    board = LISTS_OF_SQUARES.make(rows)
    before = [list(row) for row in board]
    changed = sum(minesweep.reveal(board, *click) for click in order)
    assert changed == sum(
        square is not old
        for row, old_row in zip(board, before, strict=True)
        for square, old in zip(row, old_row, strict=True)
    )


@MANY
@given(board=ANY_LISTS, row=ANY_INDICES, col=ANY_INDICES, connectivity=CONNECTIVITIES)
def test_any_list_and_any_indices(board: list[Any], row: Any, col: Any, connectivity: int) -> None:
    expected = copied(board)
    assert outcome(minesweep.reveal, board, row, col, connectivity=connectivity) == outcome(
        reference.reveal, expected, row, col, connectivity=connectivity
    )
    assert board == expected
    assert outcome(minesweep.check_board, board) == outcome(reference.check_board, board)


@MANY
@given(board=ANY_LISTS, click=ANY_CLICKS)
def test_any_list_and_any_click(board: list[Any], click: Any) -> None:
    expected = copied(board)
    assert outcome(minesweep.updateBoard, board, click) == outcome(
        reference.updateBoard, expected, click
    )
    assert board == expected


@MANY
@given(rows=boards(), data=st.data(), connectivity=CONNECTIVITIES)
def test_one_row_in_many_places(rows: Rows, data: st.DataObject, connectivity: int) -> None:
    """As in ``[["E"] * 3] * 3``: each place counts as a square, and the last one written wins."""
    order = data.draw(st.lists(st.integers(0, len(rows) - 1), min_size=1, max_size=8))
    click = data.draw(clicks([rows[0]] * len(order)))[0]
    lines, expected_lines = LISTS.make(rows), LISTS.make(rows)
    board, expected = [lines[at] for at in order], [expected_lines[at] for at in order]
    count = reference.reveal(expected, *click, connectivity=connectivity)
    assert minesweep.reveal(board, *click, connectivity=connectivity) == count
    assert board == expected


def copied(board: list[Any]) -> list[Any]:
    return [list(row) if isinstance(row, list) else row for row in board]
