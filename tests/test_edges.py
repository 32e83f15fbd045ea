"""Openings across the places where the core may cut a board: words of 64 squares, parts of 62.

Where these places are may depend on the click. An opening is the same for each of its blank
squares, so one answer of the reference serves for clicks on many of them, and whatever begins at
the click comes to lie in all places.
"""

import functools
from collections.abc import Callable
from itertools import cycle, product
from typing import NamedTuple

import boards
import pytest
from forms import FORMS, KINDS, LISTS, LISTS_OF_SQUARES, Form, Rows, cast
from outcomes import Click, assert_as_reference, of_reference, with_squares

import minesweep

EDGES = [(-1, 0), (0, -1), (0, 1), (1, 0)]
AROUND = [*EDGES, (-1, -1), (-1, 1), (1, -1), (1, 1)]


class Opening(NamedTuple):
    """A board before and after a click, and some squares of it from all over."""

    rows: Rows
    after: Rows
    count: int
    blank: list[Click]  # of the opening
    read: list[Click]  # revealed before, beside a square of the opening
    unread: list[Click]  # revealed before, elsewhere


def some(squares: list[Click], number: int) -> list[Click]:
    return squares[:: len(squares) // number + 1]


# Boards of a few parts in each direction, and a blank square of the opening that is looked at.
SHAPES: dict[str, Callable[[], tuple[Rows, Click]]] = {
    "empty": lambda: (boards.empty(130, 200), (0, 0)),
    "staircase": lambda: (boards.staircase(200), (0, 0)),
    "diagonal": lambda: (boards.staircase(200, 0), (0, 0)),
    "wide staircase": lambda: (boards.staircase(200, 3), (0, 0)),
    "staircase to the left": lambda: ([line[::-1] for line in boards.staircase(200)], (0, 199)),
    "diagonal to the left": lambda: ([line[::-1] for line in boards.staircase(200, 0)], (0, 199)),
    "chequered": lambda: (boards.chequered(130, 135), (0, 0)),
    "hairpins": lambda: (boards.hairpins(140, 135), (0, 0)),
    "upright hairpins": lambda: (upright(boards.hairpins(140, 135)), (0, 0)),
    "coil": lambda: (boards.coil(135), (0, 0)),
    "serpentine": lambda: (boards.furnished(boards.serpentine(139, 140), 1), (0, 0)),
    "upright serpentine": lambda: (
        upright(boards.furnished(boards.serpentine(139, 140), 2)),
        (0, 0),
    ),
    "spiral": lambda: (boards.furnished(boards.spiral(143), 3), (0, 0)),
    "spiral of mines": lambda: (boards.spiral(135), (0, 0)),
    "comb": lambda: (boards.furnished(boards.comb(135, 143), 4), (0, 0)),
    "comb to the right": lambda: (upright(boards.furnished(boards.comb(135, 143), 5)), (0, 0)),
    "cross": lambda: (boards.cross(190, 200, 62, 63), (0, 63)),
    "cross elsewhere": lambda: (boards.cross(190, 200, 125, 61), (0, 61)),
    "first row and column": lambda: (boards.cross(190, 200, 0, 0), (0, 0)),
    "last row and column": lambda: (boards.cross(190, 200, 189, 199), (0, 199)),
    "porous": lambda: (boards.porous(150, 150, 640, 1), (70, 70)),
    "hardly porous": lambda: (boards.porous(150, 150, 440, 6), (70, 72)),
    "few mines": lambda: (boards.scattered(150, 150, 20, 6), (75, 75)),
    "some mines": lambda: (boards.scattered(150, 150, 90, 7), (75, 75)),
    "partly revealed": lambda: (boards.furnished(boards.scattered(150, 150, 150, 8), 9), (75, 75)),
}


def upright(rows: Rows) -> Rows:
    """Rows for columns."""
    return ["".join(column) for column in zip(*rows, strict=True)]


@functools.cache
def opening(name: str, connectivity: int) -> Opening:
    rows, start = SHAPES[name]()
    _, after = of_reference(tuple(rows), start, connectivity)
    places = list(product(range(len(rows)), range(len(rows[0]))))
    opened = {(row, col) for row, col in places if rows[row][col] != after[row][col]}
    blank = [(row, col) for row, col in sorted(opened) if after[row][col] == "B"]
    steps = AROUND if connectivity == 8 else EDGES
    reached = {(row + down, col + right) for row, col in opened for down, right in steps}
    revealed = [(row, col) for row, col in places if rows[row][col] in "B12345678"]
    read = [square for square in revealed if square in reached]
    unread = [square for square in revealed if square not in reached]
    return Opening(rows, after, len(opened), some(blank, 130), some(read, 150), some(unread, 100))


ALL = list(product(SHAPES, [8, 4]))


@pytest.mark.parametrize("which", [ALL[number::9] for number in range(9)], ids=range(9))
def test_these_openings_are_large(which: list[tuple[str, int]]) -> None:
    for name, connectivity in which:
        is_one_square = connectivity == 4 and name in (
            "diagonal",
            "diagonal to the left",
            "chequered",
            "hardly porous",
        )
        assert (opening(name, connectivity).count >= 200) != is_one_square


def as_bytes(rows: Rows) -> bytearray:
    return bytearray("".join(rows), "ascii")


@pytest.mark.parametrize(("name", "connectivity"), ALL)
def test_clicks_all_over_an_opening(name: str, connectivity: int) -> None:
    rows, after, count, blank, _, _ = opening(name, connectivity)
    before, expected = as_bytes(rows), as_bytes(after)
    for click in blank:
        board = before[:]
        opened = minesweep.reveal(cast(board, "B", len(rows)), *click, connectivity=connectivity)
        assert (click, opened) == (click, count)
        assert board == expected, click


@pytest.mark.parametrize(("name", "connectivity"), ALL)
def test_some_clicks_on_lists(name: str, connectivity: int) -> None:
    """All other squares and the rows stay the very objects."""
    rows, after, count, blank, _, _ = opening(name, connectivity)
    for click in some(blank, 2):
        board = LISTS_OF_SQUARES.make(rows)
        lines, squares = list(board), [list(line) for line in board]
        assert minesweep.reveal(board, *click, connectivity=connectivity) == count
        assert LISTS.read(board) == after
        assert all(line is before for line, before in zip(board, lines, strict=True))
        changed = sum(
            square is not before
            for line, line_before in zip(board, squares, strict=True)
            for square, before in zip(line, line_before, strict=True)
        )
        assert changed == count


def test_every_form_of_board(form: Form) -> None:
    """Each with some of the openings and clicks of its own."""
    number = FORMS.index(form)
    for name, connectivity in ALL[number % 3 :: 3]:
        rows, after, count, blank, _, _ = opening(name, connectivity)
        click = blank[number * len(blank) // len(FORMS)]
        board = form.make(rows)
        opened = minesweep.reveal(board, *click, connectivity=connectivity)
        assert (name, click, opened) == (name, click, count)
        assert form.read(board) == after, (name, click)


@pytest.mark.parametrize(("name", "connectivity"), ALL)
def test_a_bad_square_for_a_revealed_one(name: str, connectivity: int) -> None:
    """It stops the opening as that did: an error if the opening reads it, and else none."""
    rows, after, count, blank, read, unread = opening(name, connectivity)
    for (row, col), click in zip(read, cycle(blank)):
        before = as_bytes(rows)
        before[row * len(rows[0]) + col] = ord("F")
        board = before[:]
        with pytest.raises(ValueError, match=rf"^square \({row}, {col}\) of the board"):
            minesweep.reveal(cast(board, "B", len(rows)), *click, connectivity=connectivity)
        assert board == before
    board = as_bytes(with_squares(rows, unread, "F"))
    view = cast(board, "B", len(rows))
    assert minesweep.reveal(view, *blank[0], connectivity=connectivity) == count
    assert board == as_bytes(with_squares(after, unread, "F"))


def test_several_bad_squares_for_revealed_ones(kind: Form) -> None:
    """The first one in reading order that the opening reads is named, whatever lies before it."""
    for number, (name, connectivity) in enumerate(ALL[KINDS.index(kind) % 3 :: 3]):
        rows, _, _, blank, read, unread = opening(name, connectivity)
        bad = read[len(read) * (number + 1) // 20 :: 7]
        if bad:
            row, col = bad[0]
            with_bad = with_squares(rows, [*bad, *unread], "F")
            for click in some(blank, 2):
                board = kind.make(with_bad)
                with pytest.raises(ValueError, match=rf"^square \({row}, {col}\) of the board"):
                    minesweep.reveal(board, *click, connectivity=connectivity)
                assert kind.read(board) == with_bad


# ---- corridors, and boards one square high or wide ----


LENGTH = 5000


@pytest.mark.parametrize("mine", [0, 1, 2500, LENGTH - 2, LENGTH - 1])
def test_a_long_line(form: Form, mine: int) -> None:
    line = "E" * mine + "M" + "E" * (LENGTH - mine - 1)
    for rows, click in ([line], (0, LENGTH // 3)), (list(line), (LENGTH // 3, 0)):
        assert_as_reference(form, rows, click)


@pytest.mark.parametrize("width", [1, 2, 3])
def test_a_corridor_in_all_columns_and_rows(kind: Form, width: int) -> None:
    """Clicked in its middle, far from both ends."""
    for place in [0, 1, *range(30, 34), *range(60, 66), 120, 130 - width]:
        line = "2" * place + "E" * width + "2" * (130 - place - width)
        for rows in [line] * 150, upright([line] * 150):
            after = [each.replace("E", "B") for each in rows]
            middle = len(rows) // 2, len(rows[0]) // 2
            click = (middle[0], place) if rows[0] == line else (place, middle[1])
            board = kind.make(rows)
            assert (place, minesweep.reveal(board, *click)) == (place, 150 * width)
            assert kind.read(board) == after


@pytest.mark.parametrize("upright_line", [False, True], ids=["one row", "one column"])
def test_lines_of_any_length(kind: Form, upright_line: bool) -> None:
    for length in range(1, 200):
        rows, after = ["E" * length], ["B" * length]
        if upright_line:
            rows, after = list(rows[0]), list(after[0])
        for place in {0, length // 2, length - 1}:
            board = kind.make(rows)
            click = (place, 0) if upright_line else (0, place)
            assert minesweep.reveal(board, *click) == length
            assert kind.read(board) == after


@pytest.mark.parametrize("upright_line", [False, True], ids=["one row", "one column"])
def test_a_mine_on_a_line(kind: Form, upright_line: bool) -> None:
    """At all places, seen from all distances at which a word or a part may end."""
    length = 200
    for mine in range(0, length, 3):
        line = "E" * mine + "M" + "E" * (length - mine - 1)
        rows = list(line) if upright_line else [line]
        for distance in [*range(1, 4), *range(29, 36), *range(59, 68), *range(91, 99), 125, 127]:
            for place in {mine - distance, mine + distance} & set(range(length)):
                click = (place, 0) if upright_line else (0, place)
                left, right = ("B" * (mine - 1) + "1")[:mine], "1" + "B" * (length - mine - 2)
                if distance == 1:
                    after = line[:place] + "1" + line[place + 1 :]
                elif place < mine:
                    after = left + line[mine:]
                else:
                    after = line[: mine + 1] + right
                board = kind.make(rows)
                count = sum(a != b for a, b in zip(line, after, strict=True))
                assert (mine, place, minesweep.reveal(board, *click)) == (mine, place, count)
                assert "".join(kind.read(board)) == after, (mine, place)


# ---- a way to the left of where it began ----

ROUNDABOUT: dict[str, tuple[Rows, Click]] = {
    # Right and left of a revealed square, which the opening passes above and below.
    "two ways round": (["M" + "E" * 68 + "1" + "E" * 186] * 3, (1, 150)),
    "three ways round": (["M" + "E" * 68 + "1" + "E" * 120 + "1" + "E" * 60] * 4, (1, 130)),
    "a mine in between": (["E" * 63 + "M" + "E" * 190, "E" * 254, "E" * 254], (2, 200)),
    "a wall with a hole": (["E" * 61 + "2" + "E" * 70] * 70 + ["E" * 132] * 2, (30, 100)),
    "walls with holes": (
        (["E" * 61 + "2" + "E" * 61 + "M" + "E" * 7] * 20 + ["E" * 131] * 5) * 3,
        (1, 100),
    ),
}


@pytest.mark.parametrize(("rows", "click"), ROUNDABOUT.values(), ids=ROUNDABOUT)
def test_round_what_is_in_the_way(kind: Form, rows: Rows, click: Click) -> None:
    for turned, (at,) in boards.symmetries(rows, click):
        for connectivity in 8, 4:
            assert_as_reference(kind, turned, at, connectivity)
