"""Boards as numbers: `numbers`, `openings`, `bbbv`."""

import random
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import boards
import pytest
from players import mines_from, visible

import minesweep
from minesweep import reference

Mines = list[list[bool]]


def plain(numbers: Any) -> list[list[int]]:
    return [[int(value) for value in line] for line in numbers]


def around(row: int, col: int, rows: int, cols: int) -> Iterator[tuple[int, int]]:
    for r in range(max(row - 1, 0), min(row + 2, rows)):
        for c in range(max(col - 1, 0), min(col + 2, cols)):
            yield r, c


def by_components(mines: Mines) -> tuple[int, int]:
    """Openings, as components of squares with number 0, and with them 3BV: the definition."""
    rows, cols = len(mines), len(mines[0])
    free = {(r, c) for r in range(rows) for c in range(cols) if not mines[r][c]}
    blank = {(r, c) for r, c in free if free.issuperset(around(r, c, rows, cols))}
    numbered = {s for s in free - blank if blank.isdisjoint(around(*s, rows, cols))}
    openings, left = 0, set(blank)
    while left:
        openings += 1
        waiting = [left.pop()]
        while waiting:
            beside = left.intersection(around(*waiting.pop(), rows, cols))
            left -= beside
            waiting += beside
    return openings, openings + len(numbered)


def by_clicks(games: ModuleType, mines: Mines) -> int:
    """The least clicks that open a board: blank squares first, then what is left."""
    game, clicks = games.Game.from_mines(mines), 0
    shown = plain(games.numbers(mines))
    squares = [(r, c) for r, line in enumerate(shown) for c in range(len(line))]
    for row, col in sorted(squares, key=lambda square: shown[square[0]][square[1]] != 0):
        if shown[row][col] != 9:
            clicks += game.reveal(row, col) > 0
    assert game.won
    return clicks


def scattered(rows: int, cols: int, density: float, lots: random.Random) -> Mines:
    return [[lots.random() < density for _ in range(cols)] for _ in range(rows)]


SIZES = [(1, 1), (1, 9), (9, 1), (2, 2), (5, 7), (3, 64), (3, 65), (66, 3), (9, 130), (20, 63)]


@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_random_boards(games: ModuleType, rows: int, cols: int) -> None:
    lots = random.Random(rows * 1000 + cols)
    for density in 0, 0.02, 0.05, 0.1, 0.2, 0.5, 0.9:
        mines = scattered(rows, cols, density, lots)
        openings, clicks = by_components(mines)
        assert (games.openings(mines), games.bbbv(mines)) == (openings, clicks)
        if rows * cols < 300 and not all(map(all, mines)):
            assert by_clicks(games, mines) == clicks


@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_numbers_are_what_a_game_shows_in_the_end(games: ModuleType, rows: int, cols: int) -> None:
    mines = scattered(rows, cols, 0.3, random.Random(cols))
    mines[0][0] = False
    game = games.Game.from_mines(mines)
    for row, col in ((r, c) for r in range(rows) for c in range(cols) if not mines[r][c]):
        game.reveal(row, col)
    shown = [
        [9 if mine else value for mine, value in zip(*lines, strict=True)]
        for lines in zip(mines, visible(game), strict=True)
    ]
    assert plain(games.numbers(mines)) == shown
    assert shown == [
        [
            9 if mines[r][c] else sum(mines[a][b] for a, b in around(r, c, rows, cols))
            for c in range(cols)
        ]
        for r in range(rows)
    ]


def test_all_numbers(games: ModuleType) -> None:
    assert plain(games.numbers(mines_from(["*.*", "*.*", "*.*"]))) == [
        [9, 4, 9],
        [9, 6, 9],
        [9, 4, 9],
    ]
    assert plain(games.numbers(mines_from(["***", "*.*", "***"])))[1][1] == 8
    assert plain(games.numbers(mines_from(["***", "...", "***"]))) == [[9] * 3, [4, 6, 4], [9] * 3]


@pytest.mark.parametrize("size", [(1, 1), (1, 5), (7, 70)])
def test_a_board_full_of_mines(games: ModuleType, size: tuple[int, int]) -> None:
    mines = [[True] * size[1]] * size[0]
    assert (games.openings(mines), games.bbbv(mines)) == (0, 0)
    assert plain(games.numbers(mines)) == [[9] * size[1]] * size[0]


@pytest.mark.parametrize("size", [(1, 1), (1, 5), (7, 70), (64, 64), (65, 129)])
def test_a_board_without_mines(games: ModuleType, size: tuple[int, int]) -> None:
    mines = [[False] * size[1]] * size[0]
    assert (games.openings(mines), games.bbbv(mines)) == (1, 1)
    assert plain(games.numbers(mines)) == [[0] * size[1]] * size[0]


@pytest.mark.parametrize(
    ("rows", "openings"),
    [
        (["....*....", "....*....", "........."], 2),
        (["..*", "...", "*.."], 2),  # they touch one numbered square
        (["....", "....", "...*", "*...", "....", "...."], 2),
        ([".....", ".....", "..*..", ".....", "....."], 1),
        (["*..*..*", ".......", "*..*..*"], 0),
    ],
)
def test_where_openings_end(games: ModuleType, rows: list[str], openings: int) -> None:
    mines = mines_from(rows)
    assert games.openings(mines) == by_components(mines)[0] == openings
    assert games.bbbv(mines) == by_components(mines)[1]


SHAPES = {
    "spiral": boards.spiral(61),
    "comb": boards.comb(40, 131),
    "serpentine": boards.serpentine(60, 70),
    "columns": boards.columns_serpentine(70, 129),
    "rooms": boards.rooms(60, 130, 5),
    "lattice": boards.lattice(50, 132, 4),
}


@pytest.mark.parametrize("rows", SHAPES.values(), ids=SHAPES)
def test_shapes(games: ModuleType, rows: list[str]) -> None:
    mines = [[letter == "M" for letter in row] for row in rows]
    assert (games.openings(mines), games.bbbv(mines)) == by_components(mines)


# ---- arrays ----


def test_what_comes_back() -> None:
    np = pytest.importorskip("numpy")
    mines = np.zeros((4, 5), bool)
    assert type(minesweep.bbbv(mines)) is type(minesweep.openings(mines)) is int
    numbers = minesweep.numbers(mines)
    assert (numbers.dtype, numbers.shape) == (np.int8, (4, 5))
    assert numbers.flags.writeable
    for shape in (3,), (2, 3), (0,), (2, 0, 3), (1, 1, 1, 2):
        stack = np.zeros((*shape, 4, 5), bool)
        for metric in minesweep.bbbv, minesweep.openings:
            measured = metric(stack)
            assert (measured.dtype, measured.shape) == (np.int64, shape)
            assert (measured == 1).all()
        numbers = minesweep.numbers(stack)
        assert (numbers.dtype, numbers.shape) == (np.int8, stack.shape)


def test_stacks() -> None:
    np = pytest.importorskip("numpy")
    lots = np.random.default_rng(1)
    for rows, cols in (5, 7), (9, 64), (16, 30), (3, 70):
        stack = lots.random((3, 4, rows, cols)) < 0.15
        bbbv, openings, numbers = (
            measure(stack) for measure in (minesweep.bbbv, minesweep.openings, minesweep.numbers)
        )
        for at in np.ndindex(3, 4):
            assert bbbv[at] == reference.bbbv(stack[at].tolist())
            assert openings[at] == reference.openings(stack[at].tolist())
            assert numbers[at].tolist() == reference.numbers(stack[at].tolist())


def test_strides() -> None:
    np = pytest.importorskip("numpy")
    mines = np.random.default_rng(2).random((24, 140)) < 0.1
    for view in (
        mines[::-1], mines[:, ::-1], mines.T, mines[1:20:3, 2:130:2], np.asfortranarray(mines),
        mines[::-2, ::-3], np.broadcast_to(mines[0], (5, 140)), mines.view(np.uint8).view(bool),
        mines.reshape(6, 4, 140).transpose(2, 0, 1), mines.reshape(6, 4, 140)[::-2],
    ):  # fmt: skip
        copy = np.ascontiguousarray(view)
        for measure in minesweep.bbbv, minesweep.openings, minesweep.numbers:
            assert np.array_equal(measure(view), measure(copy))
    read_only = mines.copy()
    read_only.flags.writeable = False
    assert minesweep.bbbv(read_only) == minesweep.bbbv(mines) == by_components(mines.tolist())[1]


@pytest.mark.parametrize("measure", ["bbbv", "openings", "numbers"])
def test_what_is_refused(measure: str) -> None:
    np = pytest.importorskip("numpy")
    function = getattr(minesweep, measure)
    for mines in (
        np.zeros((3, 3), np.uint8), np.zeros((3, 3)), np.zeros((3, 3), object), [[0, 1]],
        None, "mines", 5, np.array([["E", "M"]]),
    ):  # fmt: skip
        with pytest.raises(TypeError, match="mines must be an array of bool, not"):
            function(mines)
    for shape in (), (3,):
        with pytest.raises(ValueError, match="2 to 64 dimensions"):
            function(np.zeros(shape, bool))
    for shape in (0, 3), (3, 0), (4, 0, 3), (4, 3, 0):
        with pytest.raises(ValueError, match="at least one row and one column"):
            function(np.zeros(shape, bool))


def test_large_boards() -> None:
    np = pytest.importorskip("numpy")
    empty = np.zeros((2000, 2000), bool)
    assert minesweep.bbbv(empty) == minesweep.openings(empty) == 1
    assert not minesweep.numbers(empty).any()
    # A diagonal of mines leaves two openings, and two squares at each end that they do not reveal.
    assert minesweep.openings(np.eye(2000, dtype=bool)) == 2
    assert minesweep.bbbv(np.eye(2000, dtype=bool)) == 6
    mines = np.random.default_rng(3).random((150, 200)) < 0.1
    openings, clicks = by_components(mines.tolist())
    assert (minesweep.openings(mines), minesweep.bbbv(mines)) == (openings, clicks)
    tall, wide = mines.reshape(-1, 1), mines.reshape(1, -1)
    assert minesweep.bbbv(tall) == minesweep.bbbv(wide) == by_components(tall.tolist())[1]
