"""One click on each of many boards: what as many calls of the reference do."""

import array
import ctypes
import mmap
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest
from forms import AVAILABLE, GUARD, LISTS, Form, Square, cast

import minesweep
from minesweep import _workers

pytest.importorskip("numpy")

import numpy as np

Rows = list[str]
Clicks = list[tuple[int, int]]

PROCESSORS = _workers._processors()
WORKERS = list(dict.fromkeys([1, 2, 3, -1, -PROCESSORS]))


def letters(games: list[Rows]) -> Any:
    """Boards of one size as a NumPy array of characters."""
    return np.array([[list(row) for row in rows] for rows in games], "U1")


def text(stack: Any) -> list[Rows]:
    squares = np.asarray(stack)
    squares = squares if squares.dtype == "U1" else np.char.decode(squares.view("S1"), "latin-1")
    return [["".join(row) for row in board] for board in squares.tolist()]


def reference(games: list[Rows], clicks: Clicks, connectivity: int = 8) -> tuple[Any, Any]:
    """The counts, and the boards after their clicks."""
    boards = [LISTS.make(rows) for rows in games]
    counts = [
        minesweep.reference.reveal(board, *click, connectivity=connectivity)
        for board, click in zip(boards, clicks, strict=True)
    ]
    return counts, [LISTS.read(board) for board in boards]


def random_games(count: int, rows: int, cols: int) -> tuple[list[Rows], Clicks]:
    """Boards from almost empty to almost full, partly revealed, and a click on each."""
    lots = random.Random(count * rows * cols)
    games = [
        [
            "".join(lots.choices("EM1B8X", [99, number % 17, *[number % 4 * 3] * 4], k=cols))
            for _ in range(rows)
        ]
        for number in range(count)
    ]
    return games, [(lots.randrange(rows), lots.randrange(cols)) for _ in range(count)]


@cache
def random_games_played(count: int, rows: int, cols: int) -> tuple[Any, ...]:
    games, clicks = random_games(count, rows, cols)
    return games, clicks, *reference(games, clicks)


GAMES, CLICKS = random_games(37, 9, 11)
SMALL, CORNERS = [["EEM", "EEE"]] * 4, [(0, 0), (0, 1), (0, 2), (1, 2)]


# ---- every form of stack ----


def in_memory_of_shape(*axes: int) -> Callable[[Any], Any]:
    """A view whose axes lie in memory in this order, from the largest stride to the smallest."""

    def copied(squares: Any) -> Any:
        return squares.transpose(axes).copy().transpose(np.argsort(axes))

    return copied


def spread(*steps: int) -> Callable[[Any], Any]:
    """A view with these steps of an array that has guards between the squares."""

    def copied(squares: Any) -> Any:
        shape = [size * abs(step) for size, step in zip(squares.shape, steps, strict=True)]
        guards = np.full(shape, GUARD, "u4" if squares.dtype == "U1" else "u1").view(squares.dtype)
        view = guards[tuple(slice(None, None, step) for step in steps)]
        view[...] = squares
        return view

    return copied


LAYOUTS: dict[str, Callable[[Any], Any]] = {
    "C order": np.copy,
    "Fortran order": np.asfortranarray,
    "rows outermost": in_memory_of_shape(1, 0, 2),
    "boards innermost": in_memory_of_shape(1, 2, 0),
    "columns outermost": in_memory_of_shape(2, 0, 1),
    "boards transposed": in_memory_of_shape(0, 2, 1),
    "every second board": spread(2, 1, 1),
    "steps 2, 3 and 2": spread(2, 3, 2),
    "boards reversed": spread(-1, 1, 1),
    "all reversed": spread(-1, -1, -1),
    "steps -3, 2 and -2": spread(-3, 2, -2),
}


def ctypes_array(squares: Any) -> Any:
    boards, rows, cols = squares.shape
    return (ctypes.c_ubyte * cols * rows * boards).from_buffer_copy(squares.tobytes())


def memory_mapped_file(squares: Any) -> Any:
    with tempfile.TemporaryFile() as file:
        stack = np.memmap(file, "u1", "w+", shape=squares.shape)
    stack[...] = squares
    return stack


def anonymous_map(squares: Any) -> Any:
    memory = mmap.mmap(-1, squares.size)
    memory[:] = squares.tobytes()
    return memoryview(memory).cast("B", squares.shape)


EXPORTERS: dict[str, Callable[[Any], Any]] = {
    "memoryview cast B": lambda u1: memoryview(bytearray(u1.tobytes())).cast("B", u1.shape),
    "memoryview cast c": lambda u1: memoryview(bytearray(u1.tobytes())).cast("c", u1.shape),
    "array.array cast B": lambda u1: memoryview(array.array("B", u1.tobytes())).cast("B", u1.shape),
    "memoryview of a Fortran array": lambda u1: memoryview(np.asfortranarray(u1)),
    "mmap cast B": anonymous_map,
    "ctypes array": ctypes_array,
    "memory-mapped file": memory_mapped_file,
}


def array_of(dtype: str, layout: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def make(squares: Any) -> Any:
        return layout(squares if dtype == "U1" else squares.astype("S1").view(dtype))

    return make


STACKS: dict[str, Callable[[Any], Any]] = {
    f"{dtype} {name}": array_of(dtype, layout)
    for dtype in ("uint8", "int8", "S1", "U1")
    for name, layout in LAYOUTS.items()
} | {name: array_of("uint8", export) for name, export in EXPORTERS.items()}


@pytest.fixture(params=STACKS.values(), ids=STACKS)
def make(request: pytest.FixtureRequest) -> Callable[[Any], Any]:
    return request.param


@pytest.mark.parametrize("connectivity", [8, 4])
def test_every_form_of_stack(make: Callable[[Any], Any], connectivity: int) -> None:
    counts, after = reference(GAMES, CLICKS, connectivity)
    for workers in WORKERS:
        stack = make(letters(GAMES))
        result = minesweep.reveal_batch(stack, CLICKS, connectivity=connectivity, workers=workers)
        assert type(result) is np.ndarray
        assert (result.dtype, result.tolist()) == (np.int64, counts)
        assert text(stack) == after
        assert_guards_stand(stack)


def assert_guards_stand(stack: Any) -> None:
    if isinstance(stack, np.ndarray) and isinstance(stack.base, np.ndarray):
        guards = np.count_nonzero(stack.base.view(f"u{stack.itemsize}") == GUARD)
        assert guards == stack.base.size - stack.size


def test_games_and_clicks_are_of_every_kind() -> None:
    counts, _ = reference(GAMES, CLICKS)
    assert {0, 1} < set(counts)
    assert max(counts) > 50
    assert any(rows[row][col] == "M" for rows, (row, col) in zip(GAMES, CLICKS, strict=True))


@pytest.mark.parametrize("shape", [(9, 3, 200), (7, 130, 4), (2, 95, 95), (2, 1100, 5)], ids=repr)
def test_boards_of_many_words(make: Callable[[Any], Any], shape: tuple[int, int, int]) -> None:
    games, clicks, counts, after = random_games_played(*shape)
    stack = make(letters(games))
    assert minesweep.reveal_batch(stack, clicks, workers=2).tolist() == counts
    assert text(stack) == after


@pytest.mark.parametrize("dtype", ["i1", "u1", ">i2", "u4", "<i8", ">u8"])
def test_clicks_as_an_array(dtype: str) -> None:
    stack = letters(GAMES)
    counts = minesweep.reveal_batch(stack, np.array(CLICKS, dtype)[::-1].copy()[::-1])
    assert (counts.tolist(), text(stack)) == reference(GAMES, CLICKS)


@pytest.mark.parametrize("workers", WORKERS)
@pytest.mark.parametrize("clicks", [[], np.empty((0, 2), "u1")], ids=repr)
def test_no_boards(clicks: Any, workers: int) -> None:
    for boards in [], (), np.empty((0, 16, 30), "u1"), np.empty((0, 1, 1), "U1"):
        counts = minesweep.reveal_batch(boards, clicks, workers=workers)
        assert (counts.dtype, counts.shape) == (np.int64, (0,))


# ---- lists of boards ----


@pytest.mark.parametrize("connectivity", [8, 4])
@pytest.mark.parametrize("kind", [list, tuple])
def test_boards_of_all_forms_and_sizes(kind: type, connectivity: int) -> None:
    games, clicks = [], []
    for number in range(len(AVAILABLE)):
        (rows,), (click,) = random_games(1, number % 13 + 1, 3 * number % 140 + 1)
        games.append(rows)
        clicks.append(click)
    counts, after = reference(games, clicks, connectivity)
    for workers in WORKERS:
        boards = kind(form.make(rows) for form, rows in zip(AVAILABLE, games, strict=True))
        result = minesweep.reveal_batch(boards, clicks, connectivity=connectivity, workers=workers)
        assert (result.dtype, result.tolist()) == (np.int64, counts)
        assert [form.read(board) for form, board in zip(AVAILABLE, boards, strict=True)] == after


def test_one_board_many_times(form: Form) -> None:
    """Clicks in order, as in a sequence."""
    board, lists = form.make(SMALL[0]), LISTS.make(SMALL[0])
    counts = minesweep.reveal_batch([board] * 4, CORNERS)
    expected = [minesweep.reference.reveal(lists, *click) for click in CORNERS]
    assert (counts.tolist(), form.read(board)) == (expected, LISTS.read(lists))


class Adding(Square):
    """Adds boards to the list when it is overwritten."""

    boards: list[list[list[str]]]

    def __del__(self) -> None:
        self.boards += [[["M"]] for _ in range(3)]


def test_boards_added_under_way_are_not_clicked() -> None:
    boards = [[["M"]], [["M"]]]
    Adding.boards = boards
    boards[0][0][0] = Adding("M")
    assert minesweep.reveal_batch(boards, [(0, 0)] * 2).tolist() == [1, 1]
    assert boards == [[["X"]], [["X"]], *[[["M"]]] * 3]


class Removing(Adding):
    def __del__(self) -> None:
        self.boards.clear()


def test_boards_removed_under_way_are_clicked() -> None:
    other = [["M"]]
    boards = [[["M"]], other]
    Removing.boards = boards
    boards[0][0][0] = Removing("M")
    assert minesweep.reveal_batch(boards, [(0, 0)] * 2).tolist() == [1, 1]
    assert (boards, other) == ([], [["X"]])


# ---- what is refused ----


@contextmanager
def refused(error: type[Exception], *names: str) -> Iterator[None]:
    """What is done raises this very kind of error, naming these."""
    with pytest.raises(error) as caught:
        yield
    assert caught.type is error
    missing = [name for name in names if name not in str(caught.value)]
    assert not missing, str(caught.value)


def test_a_list_of_boards_goes_on_after_a_look_at_ctrl_c() -> None:
    boards = [[["B"]]] * 40_000 + [[["M"]]]
    assert minesweep.reveal_batch(boards, [(0, 0)] * 40_001).sum() == 1


OUTSIDE = [(2, 0), (0, 3), (-1, 0), (0, -1), (2**31, 0), (2**32, 1), (2**63, 0), (0, -(2**64))]


@pytest.mark.parametrize("click", [*OUTSIDE, (10**5000, 0), (0, -(10**5000))])
@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("workers", [1, 2])
def test_all_clicks_are_checked_before_the_first(
    number: int, click: tuple[int, int], workers: int
) -> None:
    clicks = [*CORNERS[:number], click, *CORNERS[number + 1 :]]
    names = f"click number {number} on board number {number}:", "2 rows", "3 columns"
    for boards in letters(SMALL), [LISTS.make(rows) for rows in SMALL], list(letters(SMALL)):
        with refused(IndexError, *names):
            minesweep.reveal_batch(boards, clicks, workers=workers)
        assert np.array_equal(boards, letters(SMALL))


def test_every_form_of_stack_is_left_alone(make: Callable[[Any], Any]) -> None:
    stack = make(letters(SMALL))
    with refused(IndexError, "number 3", "(0, 3)"):
        minesweep.reveal_batch(stack, [*CORNERS[:3], (0, 3)])
    assert text(stack) == SMALL


def test_the_sizes_of_all_boards_of_a_list_count() -> None:
    boards = [list(map(list, rows)) for rows in (["EE", "EE"], ["EE"], ["EE", "EE", "EE"])]
    with refused(IndexError, "click number 1 on board number 1:", "(1, 1)", "1 row "):
        minesweep.reveal_batch(boards, [(1, 1), (1, 1), (2, 1)])
    assert [len(board) for board in boards] == [2, 1, 3]
    assert {square for board in boards for row in board for square in row} == {"E"}


@pytest.mark.parametrize("clicks", [CORNERS[:3], [*CORNERS, (0, 0)], []], ids=len)
@pytest.mark.parametrize("workers", [1, 2])
def test_numbers_of_boards_and_clicks_differ(clicks: Clicks, workers: int) -> None:
    for boards in letters(SMALL), [LISTS.make(rows) for rows in SMALL]:
        with refused(ValueError, "4 boards", f"{len(clicks)} click"):
            minesweep.reveal_batch(boards, clicks, workers=workers)
        assert np.array_equal(boards, letters(SMALL))


@pytest.mark.parametrize(
    ("clicks", "error", "names"),
    [
        ([(0, 0), (0.0, 1), (0, 0), (0, 0)], TypeError, ("click number 1:", "row", "float")),
        ([(0, 0), (0, 1), (0, "0"), (0, 0)], TypeError, ("click number 2:", "column", "str")),
        ([(0, 0), (0, 1), (0,), (0, 0)], ValueError, ("click number 2:", "two numbers", "1")),
        (np.zeros((4, 2)), TypeError, ("clicks", "integers", "float64")),
        (np.zeros((4, 2), object), TypeError, ("clicks", "integers", "object")),
        (np.zeros((4, 3), int), ValueError, ("clicks", "shape", "(4, 3)")),
        (np.zeros(8, int), ValueError, ("clicks", "shape", "(8,)")),
        (np.zeros((4, 2, 1), int), ValueError, ("clicks", "shape", "(4, 2, 1)")),
    ],
)
def test_what_is_no_click(clicks: Any, error: type[Exception], names: tuple[str, ...]) -> None:
    for boards in letters(SMALL), [LISTS.make(rows) for rows in SMALL]:
        with refused(error, *names):
            minesweep.reveal_batch(boards, clicks)
        assert np.array_equal(boards, letters(SMALL))


@pytest.mark.parametrize(
    ("boards", "error", "names"),
    [
        (None, TypeError, ("boards", "NoneType", "3-D")),
        ("EE", TypeError, ("boards", "str", "3-D")),
        ({0: [["E"]]}, TypeError, ("boards", "dict", "3-D")),
        (b"EE", TypeError, ("boards", "3 dimensions, not 1")),
        (np.full((2, 2), "E"), TypeError, ("boards", "3 dimensions, not 2")),
        (np.full((2, 1, 1, 1), "E"), TypeError, ("boards", "3 dimensions, not 4")),
        (np.full((2, 1, 1), 69, "i4"), TypeError, ("items", "4 bytes")),
        (np.full((2, 1, 1), "E", object), TypeError, ("board",)),
        (np.full((2, 1, 1), "EE"), TypeError, ("items", "8 bytes")),
        (np.full((2, 0, 1), "E"), ValueError, ("at least one row",)),
        (np.full((2, 1, 0), "E"), ValueError, ("at least one column",)),
        (np.broadcast_to(np.full((1, 1), "E"), (2, 1, 1)), ValueError, ("writable",)),
        (memoryview(b"EE").cast("B", (2, 1, 1)), ValueError, ("writable",)),
    ],
    ids=lambda value: "".join(value) if isinstance(value, tuple) else type(value).__name__,
)
@pytest.mark.parametrize("workers", [1, 2])
def test_what_is_no_stack(
    boards: Any, error: type[Exception], names: tuple[str, ...], workers: int
) -> None:
    with refused(error, *names):
        minesweep.reveal_batch(boards, [(0, 0)] * 2, workers=workers)


class Liar(np.ndarray[Any, Any]):
    """An array that says it has pairs."""

    shape = (2, 2)


@pytest.mark.parametrize("columns", [0, 1, 3])
def test_an_array_that_lies_about_its_shape(columns: int) -> None:
    clicks = np.zeros((2, columns), np.int64).view(Liar)
    for boards in np.full((2, 1, 1), "E"), [[["E"]], [["E"]]]:
        with refused(ValueError, "clicks", f"(2, {columns})"):
            minesweep.reveal_batch(boards, clicks)


@pytest.mark.parametrize(
    ("board", "error", "names"),
    [
        (None, TypeError, ("NoneType",)),
        ("EE", TypeError, ("str",)),
        (("E",), TypeError, ("tuple",)),
        (["EE"], TypeError, ("row 0", "str")),
        ([], ValueError, ("at least one row",)),
        ([[]], ValueError, ("at least one column",)),
        (np.full((1, 1, 1), "E"), TypeError, ("2 dimensions, not 3",)),
        (cast(b"EE", "B", 1), ValueError, ("writable",)),
    ],
    ids=lambda value: (
        repr(value) if isinstance(value, (str, tuple, list)) else type(value).__name__
    ),
)
def test_what_is_no_board_of_a_list(
    board: Any, error: type[Exception], names: tuple[str, ...]
) -> None:
    """All boards are looked at before the first click."""
    first = LISTS.make(SMALL[0])
    with refused(error, "click number 1 on board number 1:", *names):
        minesweep.reveal_batch([first, board], [(0, 0)] * 2)
    assert LISTS.read(first) == SMALL[0]


def with_a_bad_square_on(numbers: tuple[int, ...]) -> tuple[list[Rows], Clicks]:
    """Boards that each open whole by their click, but for these numbers."""
    games = [["EEE", "EFE"] if number in numbers else ["EEE", "EEE"] for number in range(40)]
    return games, [(0, 0)] * 40


def test_a_bad_square_in_every_form_of_stack(make: Callable[[Any], Any]) -> None:
    games, clicks = with_a_bad_square_on((7, 20))
    stack = make(letters(games))
    with refused(ValueError, "click number 7 on board number 7: square (1, 1)"):
        minesweep.reveal_batch(stack, clicks)
    assert text(stack) == [["BBB", "BBB"]] * 7 + games[7:]
    assert_guards_stand(stack)


def test_a_bad_square_in_a_list_of_boards() -> None:
    games, clicks = with_a_bad_square_on((7, 20))
    boards = [LISTS.make(rows) for rows in games]
    with refused(ValueError, "click number 7 on board number 7: square (1, 1)", "'F'"):
        minesweep.reveal_batch(boards, clicks)
    assert text(boards) == [["BBB", "BBB"]] * 7 + games[7:]


@pytest.mark.parametrize("workers", [2, 3, 8, 100])
@pytest.mark.parametrize("bad", [(0,), (0, 1, 2, 39), (7, 20), (20, 21, 39), (39,)], ids=repr)
def test_a_bad_square_met_by_threads(bad: tuple[int, ...], workers: int) -> None:
    """The first is named; boards before it are revealed, those after it wholly or not at all."""
    games, clicks = with_a_bad_square_on(bad)
    for _ in range(20):
        stack = letters(games)
        with refused(ValueError, f"click number {bad[0]} on board number {bad[0]}:"):
            minesweep.reveal_batch(stack, clicks, workers=workers)
        after = text(stack)
        assert after[: bad[0]] == [["BBB", "BBB"]] * bad[0]
        assert all(after[number] == games[number] for number in bad)
        assert all(rows in (["BBB", "BBB"], old) for rows, old in zip(after, games, strict=True))


@pytest.mark.parametrize("connectivity", [0, 6, None, "8", 8.5], ids=repr)
@pytest.mark.parametrize("workers", [1, 2])
def test_connectivity_is_4_or_8(connectivity: Any, workers: int) -> None:
    stack = letters(SMALL)
    with refused(ValueError, "4 or 8", repr(connectivity)):
        minesweep.reveal_batch(stack, CORNERS, connectivity=connectivity, workers=workers)
    assert text(stack) == SMALL


# ---- workers ----


@pytest.fixture
def three_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0, 3, 5}, raising=False)
    monkeypatch.delattr(os, "process_cpu_count", raising=False)


def test_processors_are_counted_as_python_counts_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "process_cpu_count", lambda: 5, raising=False)
    assert [_workers.number_of_threads(workers) for workers in (-1, -5, 6)] == [5, 1, 6]
    monkeypatch.setattr(os, "process_cpu_count", lambda: None)
    assert _workers.number_of_threads(-1) == 1
    monkeypatch.delattr(os, "process_cpu_count")
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0, 3, 5}, raising=False)
    assert _workers.number_of_threads(-1) == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: 7)
    assert _workers.number_of_threads(-1) == 7
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert _workers.number_of_threads(-1) == 1


@pytest.mark.skipif(sys.version_info < (3, 13), reason="Python 3.13 and later can be told")
@pytest.mark.parametrize("number", [1, 6])
def test_processors_that_python_is_told_of(number: int) -> None:
    code = "from minesweep import _workers; print(_workers.number_of_threads(-1))"
    counts = [
        subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout
        for command, env in [
            ([sys.executable, "-c", code], {**os.environ, "PYTHON_CPU_COUNT": str(number)}),
            ([sys.executable, "-X", f"cpu_count={number}", "-c", code], None),
        ]
    ]
    assert counts == [f"{number}\n"] * 2


@pytest.mark.usefixtures("three_processors")
@pytest.mark.parametrize(
    ("workers", "threads"), [(1, 1), (2, 2), (7, 7), (-1, 3), (-2, 2), (-3, 1), (np.int8(-1), 3)]
)
def test_workers_are_those_of_scipy(workers: int, threads: int) -> None:
    assert _workers.number_of_threads(workers) == threads


@pytest.mark.usefixtures("three_processors")
@pytest.mark.parametrize(
    "workers", [0, -4, -(10**20), -(10**5000)], ids=["0", "-4", "large", "huge"]
)
def test_too_few_workers(workers: int) -> None:
    for boards in letters(SMALL), [LISTS.make(rows) for rows in SMALL]:
        with refused(ValueError, "workers", "-1 (all 3 processors)", "-3"):
            minesweep.reveal_batch(boards, CORNERS, workers=workers)
        assert np.array_equal(boards, letters(SMALL))


@pytest.mark.parametrize("workers", [1.5, 1.0, "2", None, [1]], ids=repr)
def test_workers_are_an_integer(workers: Any) -> None:
    stack = letters(SMALL)
    with refused(TypeError, "workers", type(workers).__name__):
        minesweep.reveal_batch(stack, CORNERS, workers=workers)
    assert text(stack) == SMALL
