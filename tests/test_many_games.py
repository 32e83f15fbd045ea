"""Many games in one call: each is the game that its seed says, through every reset."""

import copy
import gc
import pickle
import subprocess
import sys
import threading
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest
from players import mines_from, places, view

import minesweep
from minesweep import BEGINNER, EXPERT, Game, Games, reference

np = pytest.importorskip("numpy")

RULES = ["any", "safe", "opening"]
SIZES = [
    BEGINNER,
    (16, 16, 40),
    EXPERT,
    (1, 1, 0),
    (1, 90, 20),
    (90, 1, 20),
    (3, 130, 9),
    (70, 66, 90),
]


def assert_same(games: Games, each: list[Any]) -> None:
    """The games are in the states of these."""
    assert len(games) == len(each)
    assert games.visible.tolist() == [[list(map(int, row)) for row in one.visible] for one in each]
    assert [np.flatnonzero(mines).tolist() for mines in games.mines] == list(map(places, each))
    for name in "won", "lost", "over", "safe_left":
        assert getattr(games, name).tolist() == [getattr(one, name) for one in each]
    assert games.seeds.tolist() == [one.seed or 0 for one in each]


def squares_for(games: Games, lots: Any) -> Any:
    """Any square for most of the games, a free one for the others."""
    n, rows, cols = games.visible.shape
    squares = lots.integers(rows * cols, size=n)
    free = np.where(games.mines.reshape(n, -1) | (games.visible.reshape(n, -1) >= 0), -1.0, 1.0)
    free = (free * lots.random(free.shape)).argmax(axis=1)
    return np.where(lots.random(n) < 0.6, free, squares)


# ---- the same as games one by one ----


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_game_i_is_the_game_of_its_seed(size: tuple[int, int, int], rule: str) -> None:
    """Through moves, ends and resets of every kind."""
    lots = np.random.default_rng(1)
    first = 2**64 - 5  # the seeds wrap around
    games = Games(12, *size, seed=first, first_click=rule)
    each = [Game(*size, seed=(first + i) % 2**64, first_click=rule) for i in range(12)]
    assert_same(games, each)
    for turn in range(40):
        squares = squares_for(games, lots)
        rows, cols = np.divmod(squares, size[1])
        counts = games.reveal(squares)
        moves = zip(each, rows.tolist(), cols.tolist(), strict=True)
        assert counts.tolist() == [game.reveal(row, col) for game, row, col in moves]
        assert counts.dtype == np.int64
        if turn % 3 == 2:
            over = games.over
            games.reset(over)
            for game in (game for game, ended in zip(each, over, strict=True) if ended):
                game.reset()
        if turn % 13 == 12:
            which = lots.random(12) < 0.5
            games.reset(which, seed=turn)
            for i in np.flatnonzero(which).tolist():
                each[i].reset(turn + i)
        assert_same(games, each)
    games.reset()
    for game in each:
        game.reset()
    assert_same(games, each)


def test_the_reference_plays_the_same() -> None:
    lots = np.random.default_rng(2)
    games = Games(5, *BEGINNER, seed=7)
    each = [reference.Game(*BEGINNER, seed=7 + i) for i in range(5)]
    for _ in range(30):
        squares = squares_for(games, lots)
        counts = games.reveal(squares)
        assert counts.tolist() == [
            game.reveal(*divmod(square, 9))
            for game, square in zip(each, squares.tolist(), strict=True)
        ]
        games.reset(games.over)
        for game in each:
            if game.over:
                game.reset()
        assert_same(games, each)


def test_layouts_of_your_own() -> None:
    layouts = [mines_from(rows) for rows in (["*..", "..."], ["***", "**."], ["...", "..."])]
    games = Games.from_mines(layouts)
    assert games.seeds.tolist() == [0, 0, 0]
    assert games.safe_left.tolist() == [5, 1, 6]
    assert games.reveal([1, 5, 0]).tolist() == [1, 1, 6]
    assert games.won.tolist() == [False, True, True]
    assert games.reveal([0, 0, 0]).tolist() == [1, 0, 0]
    assert games.lost.tolist() == [True, False, False]
    games.reset(np.array([True, True, False]))
    assert games.safe_left.tolist() == [5, 1, 0]
    assert (games.visible[:2] == -1).all()
    assert games.mines.tolist() == layouts
    games.reset()
    assert_same(games, [Game.from_mines(mines) for mines in layouts])
    for seed in 3, [1, 2, 3]:
        with pytest.raises(ValueError, match="no seed"):
            games.reset(seed=seed)
    assert games.reveal(np.zeros(3, np.uint8)).tolist() == [1, 1, 6]
    assert games.lost.tolist() == [True, True, False]


def test_layouts_of_any_strides() -> None:
    mines = np.random.default_rng(1).random((4, 20, 30)) < 0.2
    for stack in (
        mines[::-1],
        mines[:, ::2, ::-3],
        np.asfortranarray(mines),
        mines.transpose(1, 2, 0),
    ):
        games = Games.from_mines(stack)
        assert np.array_equal(games.mines, stack)
        assert games.safe_left.tolist() == [int((~layout).sum()) for layout in stack]


# ---- moves ----


def test_a_hit_mine_counts_as_one() -> None:
    games = Games.from_mines([mines_from(["*.."])] * 2)
    assert games.reveal([0, 2]).tolist() == [1, 2]
    assert games.visible.tolist() == [[[9, -1, -1]], [[-1, 1, 0]]]
    assert (games.lost.tolist(), games.won.tolist()) == ([True, False], [False, True])


def test_an_open_square_is_a_move_that_waits() -> None:
    games = Games(3, *BEGINNER, seed=1)
    games.reveal([40] * 3)
    before = games.visible.copy()
    assert games.reveal([40] * 3).tolist() == [0, 0, 0]
    assert np.array_equal(games.visible, before)


@pytest.mark.parametrize("value", [-1, 81, 2**62, -(2**63)])
def test_finished_games_ignore_their_squares(value: int) -> None:
    games = Games.from_mines(np.eye(9, dtype=bool)[None].repeat(2, axis=0))
    games.reveal([0, 1])
    before = games.visible.copy()
    assert games.over.tolist() == [True, False]
    assert games.reveal([value, 2]).tolist() == [0, 1]
    assert np.array_equal(games.visible[0], before[0])


@pytest.mark.parametrize("dtype", "bhilqBHILQ")
def test_squares_of_any_integer_dtype(dtype: str) -> None:
    games, other = Games(3, *BEGINNER, seed=1), Games(3, *BEGINNER, seed=1)
    squares = np.array([5, 40, 80], dtype)
    assert games.reveal(squares).tolist() == other.reveal([5, 40, 80]).tolist()
    assert games.reveal(squares[::-1]).tolist() == other.reveal([80, 40, 5]).tolist()
    assert games.reveal(squares.astype(squares.dtype.newbyteorder())).sum() == 0


def test_a_move_takes_what_the_squares_are_now() -> None:
    games, squares = Games(2, *BEGINNER, seed=1), np.array([40, 41])
    kept = squares.copy()
    games.reveal(squares)
    assert np.array_equal(squares, kept)


@pytest.mark.parametrize("workers", [2, 3, -1])
@pytest.mark.parametrize("size", [(9, 9, 10), (40, 70, 300)])
def test_workers_change_nothing(workers: int, size: tuple[int, int, int]) -> None:
    lots = np.random.default_rng(3)
    games, other = Games(700, *size, seed=5), Games(700, *size, seed=5)
    for _ in range(4):
        squares = squares_for(games, lots)
        counts = games.reveal(squares, workers=workers)
        assert np.array_equal(counts, other.reveal(squares))
        assert np.array_equal(games.visible, other.visible)
        assert np.array_equal(games.mines, other.mines)
        assert np.array_equal(games.safe_left, other.safe_left)
        games.reset(games.over)
        other.reset(other.over)


# ---- seeds ----


def test_seeds() -> None:
    games = Games(4, *BEGINNER, seed=2**64 - 2)
    assert games.seeds.tolist() == [2**64 - 2, 2**64 - 1, 0, 1]
    assert games.seeds.dtype == np.uint64
    given = [5, 2**64 - 1, 0, 5]
    for seeds in given, tuple(given), np.array(given, np.uint64), iter(given):
        games = Games(4, *BEGINNER, seed=seeds)
        assert games.seeds.tolist() == given
        assert np.array_equal(games.mines[0], games.mines[3])
        assert np.array_equal(games.mines[2], Game(*BEGINNER, seed=0).mines)
    games = Games(4, *BEGINNER, seed=np.arange(4, dtype=np.int16))
    assert games.seeds.tolist() == [0, 1, 2, 3]
    games.reset(np.array([False, True, False, True]), seed=[7, 8, 9, 2**63])
    assert games.seeds.tolist() == [0, 8, 2, 2**63]
    games.reset(seed=np.uint64(2**64 - 1))
    assert games.seeds.tolist() == [2**64 - 1, 0, 1, 2]


def test_without_a_seed_games_differ() -> None:
    one, other = Games(3, *BEGINNER), Games(3, *BEGINNER)
    assert one.seeds[0] != other.seeds[0]
    assert np.diff(one.seeds).tolist() == [1, 1]


# ---- objects ----


def test_the_arrays() -> None:
    games = Games(3, 4, 5, 6, seed=1)
    seen, mines = games.visible, games.mines
    assert (seen.shape, seen.dtype, mines.shape, mines.dtype) == (
        (3, 4, 5),
        np.int8,
        (3, 4, 5),
        bool,
    )
    for array in seen, mines, seen[1], mines[:, 2:]:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
        with pytest.raises(ValueError, match="WRITEABLE"):
            array.flags.writeable = True
    games.reveal([0, 1, 2])
    games.reset()
    assert games.visible is seen
    assert games.mines is mines
    for name, dtype in (("won", bool), ("lost", bool), ("over", bool), ("safe_left", np.int64)):
        array = getattr(games, name)
        assert (array.shape, array.dtype) == ((3,), dtype)
        array[...] = 1
        assert not (getattr(games, name) == 1).any()
    games.seeds[...] = 7
    assert games.seeds[0] != 7
    games.reveal([0, 1, 2])
    kept = seen.copy()
    del games
    gc.collect()
    assert np.array_equal(seen, kept)


def test_one_of_the_games() -> None:
    games = Games(3, *EXPERT, seed=4)
    games.reveal([0, 100, 200])
    one = games[1]
    assert type(one) is Game
    twin = Game(*EXPERT, seed=5)
    twin.reveal(*divmod(100, 30))
    assert (str(one), places(one), one.seed, one.safe_left) == (
        str(twin), places(twin), 5, twin.safe_left,
    )  # fmt: skip
    assert one.revealed.shape == (0, 2)
    assert repr(one) == repr(twin)
    before = games.visible.copy()
    one.reveal(15, 29)
    one.reset()
    twin.reset()
    assert places(one) == places(twin)
    assert one.reveal(0, 0) == twin.reveal(0, 0)
    assert np.array_equal(games.visible, before)
    assert view(games[-1]) == view(games[2])
    assert view(games[np.int64(-3)]) == view(games[0])
    assert [game.seed for game in games] == [4, 5, 6]


def test_a_first_click_is_still_to_come() -> None:
    games = Games(50, *EXPERT, seed=4)
    for i, game in enumerate(games):
        twin = Game(*EXPERT, seed=4 + i)
        assert game.reveal(8, 8) == twin.reveal(8, 8)
        assert places(game) == places(twin)


@pytest.mark.parametrize("index", [3, -4, 2**70, -(2**70)])
def test_there_are_no_others(index: int) -> None:
    with pytest.raises(IndexError, match=f"there is no game {index} among 3"):
        Games(3, *BEGINNER)[index]


@pytest.mark.parametrize("index", ["0", 1.0, slice(1), None])
def test_indices_are_integers(index: Any) -> None:
    with pytest.raises(TypeError):
        Games(3, *BEGINNER)[index]


def test_one_of_the_games_on_layouts_of_your_own() -> None:
    games = Games.from_mines([mines_from(["*.*"]), mines_from(["*.."])])
    assert [(game.n_mines, game.seed, game.safe_left) for game in games] == [
        (2, None, 1),
        (1, None, 2),
    ]
    assert games[1].reveal(0, 2) == 2
    with pytest.raises(ValueError, match="no seed"):
        games[0].reset(1)


COPIES = {
    "copy()": lambda games: games.copy(),
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle 0": lambda games: pickle.loads(pickle.dumps(games, 0)),
    "pickle": lambda games: pickle.loads(pickle.dumps(games)),
}


@pytest.mark.parametrize("made", COPIES.values(), ids=COPIES)
def test_copies(made: Callable[[Games], Games]) -> None:
    lots = np.random.default_rng(4)
    for games in (
        Games(9, *BEGINNER, seed=3, first_click="safe"),
        Games.from_mines(lots.random((9, 8, 10)) < lots.random((9, 1, 1)) / 2),
    ):
        games.reveal(squares_for(games, lots))
        twin = made(games)
        assert type(twin) is Games
        kept = games.visible.copy(), games.mines.copy(), games.seeds, games.safe_left, games.lost
        for _ in range(5):
            twin.reveal(squares_for(twin, lots))
            twin.reset(twin.over)
        now = games.visible, games.mines, games.seeds, games.safe_left, games.lost
        assert all(np.array_equal(a, b) for a, b in zip(kept, now, strict=True))
        other = made(games)
        for _ in range(5):
            squares = squares_for(games, lots)
            assert np.array_equal(games.reveal(squares), other.reveal(squares))
            games.reset(games.over)
            other.reset(other.over)
            assert np.array_equal(games.visible, other.visible)
            assert np.array_equal(games.mines, other.mines)


def test_what_are_no_pickled_games() -> None:
    games = Games(2, 2, 3, 1, seed=1)
    resumed, (mines, seen, shape, seeds, rule) = games.__reduce__()
    assert np.array_equal(resumed(mines, seen, shape, seeds, rule).mines, games.mines)
    for state in (
        (mines[:-1], seen, shape, seeds, rule),
        (mines, seen[:-1], shape, seeds, rule),
        (mines, b"\x0a" + seen[1:], shape, seeds, rule),
        (mines, seen, (2, 6), seeds, rule),
        (mines, seen, (0, 2, 3), seeds, rule),
        (b"", b"", (0, 2, 3), b"", rule),
        (b"\1" * 6 + mines[6:], seen, shape, seeds, rule),
        (b"\1\1\0\0\0\0" + mines[6:], seen, shape, seeds, rule),
        (mines, seen, shape, seeds[:8], rule),
        (mines, seen, shape, seeds[:9], rule),
        (mines, seen, shape, seeds, "other"),
    ):
        with pytest.raises(ValueError):
            resumed(*state)
    with pytest.raises(ValueError, match="they have different numbers of mines"):
        resumed(b"\1\1\0\0\0\0" + mines[6:], seen, shape, seeds, rule)


def test_the_text_of_an_object() -> None:
    assert repr(Games(3, *EXPERT)) == "<minesweep.Games: 3 games 16x30>"


# ---- errors ----


@pytest.mark.parametrize("place", [0, 2])
@pytest.mark.parametrize("square", [-1, 81, 2**62, -(2**63), 2**63, 2**64 - 1])
def test_squares_outside(place: int, square: int) -> None:
    """Those of all games are checked before the first is revealed."""
    games = Games(3, *BEGINNER, seed=1)
    squares = [40, 40, 40]
    squares[place] = square
    array = np.array(squares, np.uint64) if square >= 2**63 else np.array(squares)
    for workers in 1, 2:
        words = f"square {square} of game {place} is outside the board: it must be from 0 to 80"
        with pytest.raises(IndexError, match=words):
            games.reveal(array, workers=workers)
        assert (games.visible == -1).all()


@pytest.mark.parametrize(
    "squares",
    [
        [1.0, 2.0, 3.0], ["1", "2", "3"], [None] * 3, np.zeros(3, bool), np.zeros(3, np.float32),
        np.zeros(3, "m8[s]"), None, "abc",
    ],
    ids=repr,
)  # fmt: skip
def test_squares_that_are_no_integers(squares: Any) -> None:
    games = Games(3, *BEGINNER)
    with pytest.raises(
        TypeError, match="squares must be integers, row \\* cols \\+ col, not of dtype"
    ):
        games.reveal(squares)


@pytest.mark.parametrize("shape", [(2,), (4,), (3, 1), (1, 3), (0,), ()])
def test_squares_that_do_not_fit(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="there must be 3 squares, one for each game, not"):
        Games(3, *BEGINNER).reveal(np.zeros(shape, int))


@pytest.mark.parametrize(
    ("which", "error", "words"),
    [
        (
            [1, 0, 1],
            TypeError,
            "which must be an array of bool, one for each game, not of dtype int",
        ),
        (np.zeros(3, np.uint8), TypeError, "not of dtype uint8"),
        ([0, 2], TypeError, "not of dtype int"),
        (1.5, TypeError, "not of dtype float64"),
        (
            [True, False],
            ValueError,
            r"3 values in which, one for each game, not \(2,\)",
        ),
        (True, ValueError, r"not \(\)"),
        (np.zeros((3, 1), bool), ValueError, r"not \(3, 1\)"),
    ],
)
def test_what_says_which(which: Any, error: type[Exception], words: str) -> None:
    games = Games(3, *BEGINNER, seed=1)
    games.reveal([40] * 3)
    before = games.visible.copy(), games.seeds
    with pytest.raises(error, match=words):
        games.reset(which)
    assert np.array_equal(games.visible, before[0])
    assert np.array_equal(games.seeds, before[1])


def test_which_of_any_strides_and_bytes() -> None:
    games = Games(4, *BEGINNER, seed=0)
    odd = np.array([2, 0, 0, 9, 255, 1, 0, 3], np.uint8).view(bool)[::2]
    games.reset(odd, seed=100)
    assert games.seeds.tolist() == [100, 1, 102, 3]


@pytest.mark.parametrize(
    ("seed", "error", "words"),
    [
        (-1, ValueError, "seed must be from 0 to"),
        (2**64, ValueError, "seed must be from 0 to"),
        (1.0, TypeError, "seed must be an integer, not float"),
        ("123", TypeError, "seed must be an integer, not str"),
        ([1, 2], ValueError, "there must be 3 seeds, one for each game, not 2"),
        ([1, 2, 2**64], ValueError, "seed must be from 0 to"),
        ([1, 2, -1], ValueError, "seed must be from 0 to"),
        ([1, 2, None], TypeError, "seed must be an integer, not NoneType"),
        ([1, 2, 3.0], TypeError, "seed must be an integer, not float"),
        (np.array([1, 2, -3]), ValueError, "seed must be from 0 to"),
        (np.array([1.0, 2, 3]), TypeError, "seed must be an integer, not float64"),
        (np.zeros((3, 1), int), TypeError, "seed must be an integer, not ndarray"),
    ],
)
def test_bad_seeds(seed: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        Games(3, *BEGINNER, seed=seed)
    games = Games(3, *BEGINNER, seed=1)
    games.reveal([40] * 3)
    before = games.visible.copy(), games.seeds
    with pytest.raises(error, match=words):
        games.reset(seed=seed)
    assert np.array_equal(games.visible, before[0])
    assert np.array_equal(games.seeds, before[1])


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ((0, *BEGINNER), ValueError, "n must be at least 1, not 0"),
        ((-(2**70), *BEGINNER), ValueError, "n must be at least 1, not -1180591620717411303424"),
        ((1.0, *BEGINNER), TypeError, "n must be an integer, not float"),
        ((3, 0, 9, 1), ValueError, "rows=0 and cols=9"),
        ((3, 9, 9, 81), ValueError, "mines must be from 0 to 80"),
        ((3, 9, "9", 8), TypeError, "cols must be an integer, not str"),
        ((2**62, *BEGINNER), MemoryError, ""),
        ((2**40, 1, 2**10, 5), MemoryError, ""),
        ((2**100, *BEGINNER), MemoryError, ""),
    ],
)
def test_bad_numbers(arguments: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words or None):
        Games(*arguments)


def test_bad_first_clicks() -> None:
    with pytest.raises(ValueError, match="first_click must be 'any', 'safe' or 'opening'"):
        Games(3, *BEGINNER, first_click="some")


@pytest.mark.parametrize("workers", [0, -1000])
def test_bad_workers(workers: int) -> None:
    games = Games(3, *BEGINNER)
    with pytest.raises(ValueError, match="workers must be"):
        games.reveal([0, 0, 0], workers=workers)
    with pytest.raises(TypeError, match="workers must be an integer"):
        games.reveal([0, 0, 0], workers=1.5)


@pytest.mark.parametrize(
    ("mines", "error", "words"),
    [
        (np.zeros((2, 3, 3), np.uint8), TypeError, "array of bool, not of dtype uint8"),
        (np.zeros((3, 3), bool), ValueError, "3 dimensions"),
        (np.zeros((0, 3, 3), bool), ValueError, "n must be at least 1"),
        (np.zeros((2, 0, 3), bool), ValueError, "rows=0"),
        (np.ones((2, 3, 3), bool), ValueError, "mines must be from 0 to 8"),
    ],
)
def test_layouts_that_are_refused(mines: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        Games.from_mines(mines)


@pytest.mark.serial
def test_memory_that_runs_out_leaves_games_that_can_go_on() -> None:
    testcapi = pytest.importorskip("_testcapi")
    failed = 0
    for number in range(40):
        games, other = Games(3, 150, 140, 300, seed=5), Games(3, 150, 140, 300, seed=5)
        squares = np.full(3, 70 * 140 + 70)
        testcapi.set_nomemory(number, number + 1000)
        try:
            games.reveal(squares)
        except MemoryError:
            failed += 1
        finally:
            testcapi.remove_mem_hooks()
        games.reveal(squares)
        other.reveal(squares)
        assert np.array_equal(games.visible, other.visible)
        assert np.array_equal(games.mines, other.mines)
    assert failed > 5


@pytest.mark.serial
def test_nothing_is_left_behind() -> None:
    games = Games(20, 80, 90, 100, seed=1)

    def play() -> None:
        games.reset(seed=1)
        games.reveal(np.full(20, 40), workers=2)
        pickle.loads(pickle.dumps(games.copy()))
        [game.safe_left for game in games]
        assert len([games.won, games.lost, games.over, games.seeds, games.safe_left]) == 5
        with pytest.raises(IndexError):
            games.reveal(np.full(20, 7200))

    def left_behind() -> int:
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(10):
            play()
        gc.collect()
        return tracemalloc.get_traced_memory()[0] - before

    play()
    tracemalloc.start()
    try:
        play()
        # The least of several: a thread that came too late to help may be about to end.
        assert min(left_behind() for _ in range(5)) < 3000
    finally:
        tracemalloc.stop()


@pytest.mark.serial
def test_the_memory_of_a_game() -> None:
    """Two bytes a square and at most 64 a game."""
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        games = Games(10_000, *BEGINNER, seed=1)
        taken = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert taken < 10_000 * (2 * 81 + 64)
    assert len(games) == 10_000


# ---- threads ----


def test_threads_on_the_same_games() -> None:
    games = Games(60, 30, 40, 200, seed=1)

    def play(number: int) -> None:
        lots = np.random.default_rng(number)
        for turn in range(30):
            with_workers = 2 if turn % 7 == number else 1
            games.reveal(lots.integers(1200, size=60), workers=with_workers)
            games.reset(games.over)
            games[turn % 60].reveal(3, 3)
            games.copy()

    threads = [threading.Thread(target=play, args=(number,)) for number in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    games.reset(seed=9)
    other = Games(60, 30, 40, 200, seed=9)
    assert np.array_equal(games.reveal(np.full(60, 600)), other.reveal(np.full(60, 600)))
    assert np.array_equal(games.visible, other.visible)


def test_games_without_numpy() -> None:
    code = """
import sys
sys.modules["numpy"] = None
import minesweep
for call in lambda: minesweep.Games(3, 9, 9, 10), lambda: minesweep.Games.from_mines([[[True]]]):
    try:
        call()
    except ImportError as error:
        assert "NumPy is not installed" in str(error)
    else:
        raise AssertionError
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_names() -> None:
    assert minesweep.Games is Games
    with pytest.raises(TypeError, match="not an acceptable base type"):
        type("Own", (Games,), {})
