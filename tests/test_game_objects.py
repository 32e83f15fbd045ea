"""The compiled game as an object: arrays, copies, pickles, threads, and memory that runs out."""

import doctest
import gc
import inspect
import itertools
import pickle
import subprocess
import sys
import threading
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest
from players import places, revealed, view
from test_docs import run

import minesweep
from minesweep import EXPERT, Game, Games, reference

np = pytest.importorskip("numpy")


# ---- arrays ----


def test_the_arrays_of_a_game() -> None:
    game = Game(4, 6, 3, seed=1)
    assert (game.visible.dtype, game.visible.shape) == (np.int8, (4, 6))
    assert (game.mines.dtype, game.mines.shape) == (np.bool_, (4, 6))
    assert (game.revealed.dtype, game.revealed.shape) == (np.int64, (0, 2))
    game.reveal(0, 0)
    assert (game.revealed.dtype, game.revealed.shape) == (np.int64, (12, 2))


def test_the_types_of_numbers() -> None:
    game = Game(4, 6, 3, seed=1)
    for value in game.reveal(0, 0), game.chord(0, 0), game.safe_left, game.n_mines, game.seed:
        assert type(value) is int
    for value in game.won, game.lost, game.over, game.flag(0, 0):
        assert type(value) is bool
    assert game.reset() is None


def test_arrays_are_the_games_own_memory_through_every_reset() -> None:
    game = Game(9, 9, 10, seed=1)
    seen, mines = game.visible, game.mines
    assert game.visible is seen
    assert game.mines is mines
    game.reveal(4, 4)
    assert (seen >= 0).sum() == 60
    assert np.flatnonzero(mines).tolist() == [14, 15, 25, 27, 35, 43, 45, 53, 71, 80]
    game.reset(0)
    assert (seen == -1).all()
    assert np.flatnonzero(mines).tolist() == [1, 8, 13, 19, 25, 31, 60, 63, 72, 77]
    assert game.visible is seen
    assert game.mines is mines


@pytest.mark.parametrize("name", ["visible", "mines"])
def test_arrays_cannot_be_written(name: str) -> None:
    game = Game(4, 6, 3, seed=1)
    for array in getattr(game, name), getattr(game, name)[1:], getattr(game, name).T:
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 1
        with pytest.raises(ValueError, match="WRITEABLE"):
            array.flags.writeable = True
        assert memoryview(array).readonly
    with pytest.raises(AttributeError):
        setattr(game, name, np.zeros((4, 6)))


def test_arrays_outlive_the_game() -> None:
    game = Game(60, 70, 400, seed=1)
    game.reveal(30, 30)
    kept = [game.visible, game.mines, game.visible[3:, ::2], memoryview(game.mines)]
    before = [np.array(array) for array in kept]
    del game
    gc.collect()
    others = [Game(60, 70, 400, seed=seed) for seed in range(50)]
    assert all(np.array_equal(a, b) for a, b in zip(kept, before, strict=True))
    del others


def test_revealed_is_an_array_of_its_own() -> None:
    game = Game(9, 9, 10, seed=1)
    game.reveal(4, 4)
    first = game.revealed
    first[...] = 7
    assert game.revealed[0].tolist() == [0, 0]
    assert game.revealed.base is None
    game.reveal(8, 0)
    assert (first == 7).all()


def test_revealed_of_openings_over_many_tiles() -> None:
    """In reading order, whatever parts an opening is found in."""
    for rows, cols in (200, 250), (1, 1000), (1000, 1), (63, 64), (64, 63), (125, 127):
        game = Game(rows, cols, rows * cols // 60, seed=7)
        before = game.visible.copy()
        count = game.reveal(rows // 3, cols // 3)
        assert np.array_equal(game.revealed, np.argwhere(game.visible != before))
        assert len(game.revealed) == count > 1


def test_openings_over_many_tiles_are_those_of_the_reference() -> None:
    ours, plain = (impl.Game(150, 140, 300, seed=3) for impl in (minesweep, reference))
    for square in (70, 70), (0, 0), (149, 139), (10, 130):
        assert ours.reveal(*square) == plain.reveal(*square)
        assert view(ours) == view(plain)


# ---- layouts of one's own ----


def test_layouts_of_any_strides() -> None:
    mines = np.random.default_rng(1).random((20, 30)) < 0.2
    for layout in (
        mines, mines.T, mines[::-1, ::-2], np.asfortranarray(mines), mines[3:9, 5:],
        np.broadcast_to(mines[0], (4, 30)), mines.tolist(),
    ):  # fmt: skip
        game = Game.from_mines(layout)
        assert np.array_equal(game.mines, layout)
        assert game.n_mines == np.count_nonzero(layout)


def test_a_bool_is_true_whatever_its_byte() -> None:
    """NumPy takes bytes other than 0 and 1 for bools, if told to."""
    odd = np.array([[2, 0, 255], [0, 0, 0]], np.uint8).view(bool)
    game = Game.from_mines(odd)
    assert (game.n_mines, game.safe_left, places(game)) == (2, 4, [0, 2])
    assert (game.reveal(0, 1), game.visible[0, 1]) == (1, 2)
    assert game.mines.view(np.uint8).tolist() == [[1, 0, 1], [0, 0, 0]]
    assert minesweep.numbers(odd).tolist() == [[9, 2, 9], [1, 2, 1]]
    assert minesweep.bbbv(odd) == 4


@pytest.mark.parametrize(
    ("mines", "error", "words"),
    [
        (np.zeros((3, 3), np.uint8), TypeError, "array of bool, not of dtype uint8"),
        (np.zeros((3, 3)), TypeError, "array of bool, not of dtype float64"),
        ([[0, 1]], TypeError, "array of bool, not of dtype int64"),
        (None, TypeError, "array of bool, not of dtype object"),
        ([["E", "M"]], TypeError, "array of bool, not of dtype <U1"),
        (
            np.zeros(3, bool),
            ValueError,
            r"rows and columns the last two, not the shape \(3,\)",
        ),
        (np.zeros((1, 3, 3), bool), ValueError, r"2 dimensions.*not the shape \(1, 3, 3\)"),
        (np.zeros((0, 3), bool), ValueError, "rows=0 and cols=3"),
        (np.zeros((3, 0), bool), ValueError, "rows=3 and cols=0"),
        (np.ones((3, 3), bool), ValueError, "mines must be from 0 to 8.*not 9"),
        ([[True], [False, True]], ValueError, "inhomogeneous"),
    ],
)
def test_layouts_that_are_refused(mines: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        Game.from_mines(mines)


# ---- pickles ----


def test_a_pickle_of_another_version() -> None:
    """Pickles are read by later releases, other Pythons and machines; this is from CPython 3.11."""
    game = pickle.loads(bytes.fromhex(PICKLED))
    twin = Game(4, 6, 3, seed=1)
    twin.flag(0, 5)
    twin.reveal(0, 0)
    assert view(game) == view(twin)
    assert (places(game), game.seed, repr(game)) == (places(twin), 1, repr(twin))


PICKLED = (
    "8002636d696e6573776565702e5f67616d65730a726573756d65640a710028635f636f646563730a656e636f"
    "64650a71015818000000000000000000000001000100000000000100000000000000710258060000006c6174"
    "696e317103867104527105680158240000000001c3bfc3bfc3bfc3be0001c3bfc3bfc3bfc3bf00010103c3bf"
    "c3bf00000001c3bfc3bf710668038671075271084b044b068671094b0158070000006f70656e696e67710a68"
    "0158c00000000000000000000000000000000000000000000000000000000100000000000000010000000000"
    "0000000000000000000001000000000000000100000000000000020000000000000000000000000000000200"
    "0000000000000100000000000000020000000000000002000000000000000200000000000000030000000000"
    "0000030000000000000000000000000000000300000000000000010000000000000003000000000000000200"
    "00000000000003000000000000000300000000000000710b680386710c52710d74710e52710f2e"
)


def test_what_is_no_pickle_of_a_game_is_refused() -> None:
    game = Game(2, 3, 1, seed=1)
    game.reveal(0, 0)
    resumed, sound = game.__reduce__()
    assert view(resumed(*sound)) == view(game)
    mines, seen, shape, seed, first_click, squares = sound
    for state in (
        (mines[:-1], seen, shape, seed, first_click, squares),
        (mines, seen + b"\0", shape, seed, first_click, squares),
        (mines, b"\x0a" + seen[1:], shape, seed, first_click, squares),
        (mines, b"\xfd" + seen[1:], shape, seed, first_click, squares),
        (b"\1" * 6, seen, shape, seed, first_click, squares),
        (mines, seen, (3, 3), seed, first_click, squares),
        (mines, seen, (6,), seed, first_click, squares),
        (mines, seen, (0, 6), seed, first_click, squares),
        (b"", b"", (0, 0), seed, first_click, squares),
        (mines, seen, shape, -1, first_click, squares),
        (mines, seen, shape, seed, "none", squares),
        (mines, seen, shape, seed, first_click, np.array([2, 0], "<i8").tobytes()),
        (mines, seen, shape, seed, first_click, np.array([0, -1], "<i8").tobytes()),
        (mines, seen, shape, seed, first_click, np.array([0], "<i8").tobytes()),
        (mines, seen, shape, seed, first_click, b"\0" * 15),
    ):
        with pytest.raises(ValueError):
            resumed(*state)
    for state in (
        ("", seen, shape, seed, first_click, squares),
        (mines, None, shape, seed, first_click, squares),
        (mines, seen, shape, "1", first_click, squares),
        (mines, seen, shape, seed, first_click, None),
    ):
        with pytest.raises(TypeError):
            resumed(*state)


def test_a_game_is_no_base() -> None:
    with pytest.raises(TypeError, match="not an acceptable base type"):
        type("Own", (Game,), {})


# ---- code that runs amid a call ----


def test_an_index_may_move_on_the_same_game() -> None:
    """Row and column are read before anything else."""

    class Resets:
        def __init__(self, game: Game) -> None:
            self.game = game

        def __index__(self) -> int:
            self.game.reset(1)
            return 4

    for name in "reveal", "chord", "flag":
        game = Game(9, 9, 10, seed=99)
        game.reveal(0, 0)
        getattr(game, name)(Resets(game), Resets(game))
        twin = Game(9, 9, 10, seed=1)
        getattr(twin, name)(4, 4)
        assert view(game) == view(twin)
        game.reset(Resets(game))
        assert game.seed == 4


# ---- memory ----


@pytest.mark.parametrize("size", [(2**40, 2**20, 5), (2**62, 2**62, 0), (2**100, 2**100, 5)])
def test_boards_that_no_memory_holds(size: tuple[int, int, int]) -> None:
    with pytest.raises(MemoryError):
        Game(*size)


def make_large() -> Game:
    game = Game(150, 140, 300, seed=5)
    game.flag(7, 7)
    return game


def make_for_a_chord() -> Game:
    """A number in the wall between two large openings, one of its two flags being wrong."""
    mines = np.zeros((151, 200), bool)
    mines[75] = True
    mines[75, 100] = False
    game = Game.from_mines(mines)
    game.reveal(75, 100)
    for square in (75, 99), (74, 99):
        game.flag(*square)
    return game


@pytest.mark.serial
@pytest.mark.parametrize(
    ("make", "move"),
    [
        (make_large, lambda game: game.reveal(70, 70)),
        (make_for_a_chord, lambda game: game.chord(75, 100)),
    ],
    ids=["first click", "chord"],
)
def test_any_allocation_of_a_move_can_fail(
    make: Callable[[], Game], move: Callable[[Game], int]
) -> None:
    testcapi = pytest.importorskip("_testcapi")
    failures = 0
    for number in itertools.count():
        game = make()
        before, mines = view(game), places(game)
        testcapi.set_nomemory(number, number + 1000)
        try:
            count = move(game)
        except MemoryError:
            count = None
        finally:
            testcapi.remove_mem_hooks()
        if count is not None:
            break
        failures += 1
        assert (view(game), places(game)) == (before, mines)
        twin = make()
        assert move(game) == move(twin)
        assert (view(game), places(game)) == (view(twin), places(twin))
    assert failures > 1


@pytest.mark.serial
def test_nothing_is_left_behind() -> None:
    game = Game(300, 300, 1500, seed=5)

    def play() -> None:
        game.reset(5)
        game.reveal(150, 150)
        assert len(game.revealed) > 1000
        twin = game.copy()
        assert len(pickle.loads(pickle.dumps(twin)).revealed) > 1000
        str(game), repr(game), twin.visible, twin.mines
        minesweep.bbbv(game.mines), minesweep.numbers(game.mines[::-1])
        for bad in (lambda: game.reveal(300, 0), lambda: minesweep.bbbv(np.zeros((3, 0), bool))):
            with pytest.raises((IndexError, ValueError)):
                bad()

    play()
    tracemalloc.start()
    try:
        play()
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(10):
            play()
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] - before < 2000
    finally:
        tracemalloc.stop()


def test_metrics_hold_no_buffer() -> None:
    memory = bytearray(12)
    mines = np.frombuffer(memory, bool).reshape(3, 4)
    minesweep.bbbv(mines), minesweep.numbers(mines), minesweep.openings(mines.T)
    with pytest.raises(ValueError, match="2 to 64"):
        minesweep.bbbv(mines[0])
    del mines
    memory.append(0)


# ---- threads ----


@pytest.mark.serial
def test_threads_on_one_game() -> None:
    """What comes out is not specified; nothing crashes, and the game goes on."""
    game = Game(120, 130, 1500, seed=1)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=play_wildly, args=(game, n)) for n in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    game.reset(3)
    twin = Game(120, 130, 1500, seed=3)
    assert game.reveal(60, 60) == twin.reveal(60, 60)
    assert view(game) == view(twin)


def play_wildly(game: Game, number: int) -> None:
    for turn in range(300):
        row, col = (turn * 37 + number * 11) % 120, (turn * 53 + number * 29) % 130
        [game.reveal, game.chord, game.flag][turn % 3](row, col)
        if turn % 20 == number:
            game.reset()
        if turn % 10 == number:
            assert game.copy().revealed.shape[1] == 2
        assert game.revealed.max(initial=0) < 130
        assert game.visible.min() >= -2


# ---- documentation ----


@pytest.mark.parametrize(
    "method",
    [
        *(
            getattr(Game, name)
            for name in ("from_mines", "reset", "reveal", "chord", "flag", "copy")
        ),
        *(getattr(Games, name) for name in ("from_mines", "reset", "reveal", "copy")),
    ],
    ids=lambda method: method.__qualname__,
)
def test_examples_of_methods(method: Any) -> None:
    examples = doctest.DocTestParser().get_examples(inspect.getdoc(method))
    assert examples
    run(examples, method.__qualname__, {})


def test_all_that_is_public_is_documented() -> None:
    for kind, members in (Game, 16), (Games, 12):
        public = [name for name in vars(kind) if not name.startswith("_")]
        assert len(public) == members
        assert all(getattr(kind, name).__doc__ for name in public)


# ---- without NumPy ----


def test_games_without_numpy() -> None:
    code = """
import sys
sys.modules["numpy"] = None
import minesweep
assert minesweep.reveal([["E", "M"]], 0, 0) == 1
for call in (
    lambda: minesweep.Game(*minesweep.BEGINNER),
    lambda: minesweep.Game.from_mines([[True, False]]),
    lambda: minesweep.numbers([[True]]),
    lambda: minesweep.bbbv([[True]]),
    lambda: minesweep.openings([[True]]),
):
    try:
        call()
    except ImportError as error:
        assert "NumPy is not installed: install it with `python -m pip install numpy`" in str(error)
    else:
        raise AssertionError
game = minesweep.reference.Game(9, 9, 10, seed=1)
assert game.reveal(4, 4) == 60
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_importing_needs_no_numpy() -> None:
    code = "import sys, minesweep; assert 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_revealed_squares_are_where_the_reference_has_them() -> None:
    for seed in range(30):
        ours, plain = (impl.Game(*EXPERT, seed=seed) for impl in (minesweep, reference))
        for square in (8, 15), (0, 0), (15, 29), (3, 20):
            assert ours.reveal(*square) == plain.reveal(*square)
            assert revealed(ours) == plain.revealed
