"""Batches and sequences on several threads: overlapping stacks, shared boards, the GIL, Ctrl-C,
memory that is given back, and stacks of billions of squares.
"""

import gc
import random
import signal
import sys
import tempfile
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import chain
from types import FrameType
from typing import Any

import boards as built
import pytest
from forms import AVAILABLE, LISTS, LISTS_OF_SQUARES, Form, cast

import minesweep
from minesweep import _many
from minesweep._core import Stack

pytest.importorskip("numpy")

import numpy as np
from numpy.lib.stride_tricks import as_strided, sliding_window_view

pytestmark = pytest.mark.serial

THREADS = 8
ROUNDS = 500
Clicks = list[tuple[int, int]]


def stack_of(rows: int, *shape: int, mines: int = 80, seed: int = 1) -> Any:
    """Boards with some mines in a thousand squares."""
    letters = np.frombuffer(b"EM", "u1")
    mined = np.random.default_rng(seed).random((rows, *shape)) < mines / 1000
    return letters[mined.astype(int)]


def byte_array(rows: list[str]) -> Any:
    return np.array([list(row.encode()) for row in rows], "u1")


def may_overlap(boards: Any) -> bool:
    clicks = np.zeros((len(boards), 2), np.int64)
    return Stack(boards, None, clicks, None, True, np).may_overlap()


def random_clicks(boards: Any, seed: int = 2) -> Any:
    return np.random.default_rng(seed).integers(boards.shape[1:], size=(len(boards), 2))


# ---- overlapping stacks ----


def windows() -> Any:
    """Boards that slide along a long one: each shares squares with the next ones."""
    return sliding_window_view(stack_of(30_000, 9), (40, 9), writeable=True)[:, 0]


def windows_backwards() -> Any:
    return windows()[::-1]


def one_board_often() -> Any:
    board = stack_of(300, 300, mines=50)
    return as_strided(board, (4000, 300, 300), (0, 300, 1))


def in_pairs() -> Any:
    """The second board of a pair is the first of the next."""
    boards = stack_of(20_001, 8, 8)
    return as_strided(boards, (20_000, 16, 8), (64, 8, 1))


@pytest.mark.parametrize("overlapping", [windows, windows_backwards, one_board_often, in_pairs])
def test_boards_that_share_squares(overlapping: Callable[[], Any]) -> None:
    """As if one thread did all, which does them in order."""
    stack, same, third = overlapping(), overlapping(), overlapping()
    assert may_overlap(stack)
    clicks = random_clicks(stack)
    counts = minesweep.reveal_batch(stack, clicks, workers=4)
    in_turn = [minesweep.reveal(board, *click) for board, click in zip(same, clicks, strict=True)]
    assert np.array_equal(counts, in_turn)
    assert np.array_equal(stack, same)
    assert np.array_equal(minesweep.reveal_batch(third, clicks, workers=1), counts)
    assert np.array_equal(third, same)


def test_the_order_of_boards_that_share_squares_matters() -> None:
    """So that the test above would see two threads at work."""
    stack, other = windows(), windows()
    clicks = random_clicks(stack)
    counts = minesweep.reveal_batch(stack, clicks)
    assert not np.array_equal(minesweep.reveal_batch(other[::-1], clicks[::-1])[::-1], counts)


def interleaved(*axes: int) -> Any:
    squares = stack_of(60, 70, 80)
    return squares.transpose(axes)


APART: dict[str, Callable[[], Any]] = {
    "boards innermost": lambda: interleaved(2, 0, 1),
    "boards between": lambda: interleaved(1, 0, 2),
    "Fortran order": lambda: interleaved(2, 1, 0),
    "transposed": lambda: interleaved(0, 2, 1),
    "reversed": lambda: interleaved(2, 1, 0)[::-1, ::-1, ::-1],
    "steps": lambda: interleaved(0, 1, 2)[::2, 1::3, ::4],
    "two halves in one": lambda: stack_of(50, 20, 20)[:, :, ::2],
    "tiles of one board": lambda: as_strided(stack_of(60, 60), (3, 20, 60), (1200, 60, 1)),
    "one board": lambda: stack_of(1, 20, 20),
    "one row each": lambda: stack_of(100, 1, 20),
    "U1": lambda: stack_of(40, 9, 9).view("S1").astype("U1")[:, ::2, ::-1],
}


@pytest.mark.parametrize("apart", APART.values(), ids=APART)
def test_interleaved_boards_do_not_overlap(apart: Callable[[], Any]) -> None:
    stack, same = apart(), apart()
    assert not may_overlap(stack)
    clicks = random_clicks(stack)
    counts = minesweep.reveal_batch(stack, clicks, workers=4)
    in_turn = [minesweep.reveal(board, *click) for board, click in zip(same, clicks, strict=True)]
    assert np.array_equal(counts, in_turn)
    assert np.array_equal(stack, same)


@pytest.mark.parametrize(
    ("strides", "overlap"),
    [
        ((20, 5, 1), False),
        ((19, 5, 1), True),
        ((-20, 5, 1), False),
        ((-19, -5, 1), True),
        ((0, 5, 1), True),
        ((20, 0, 1), True),
        ((20, 5, 0), True),
        ((5, 15, 1), False),
        ((4, 15, 1), True),
        ((5, 14, 1), True),
        ((1, 3, 12), False),
        ((1, 3, 11), True),
        ((1, 2, 12), True),
    ],
)
def test_when_boards_might_overlap(strides: tuple[int, int, int], overlap: bool) -> None:
    """Three boards of 4 x 5, whose axes lie so many bytes apart."""
    memory = np.full(400, ord("E"), "u1")[200:]
    assert may_overlap(as_strided(memory, (3, 4, 5), strides)) == overlap


def test_axes_of_length_one_make_no_overlap() -> None:
    memory = np.full(100, ord("E"), "u1")
    for shape in (1, 4, 5), (3, 1, 5), (3, 4, 1), (3, 1, 1), (1, 1, 1), (0, 4, 5):
        strides = [step if size > 1 else 0 for step, size in zip((20, 5, 1), shape, strict=True)]
        assert not may_overlap(as_strided(memory, shape, strides))


# ---- threads of the caller ----


@pytest.fixture
def quick_switches() -> Iterator[None]:
    """Let the interpreter change threads as often as it can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def at_once(rounds: int, work: Callable[[int, int], Any]) -> list[list[Any]]:
    """What `work(round, thread)` returns, on threads that start each round together."""
    barrier = threading.Barrier(THREADS, timeout=300)

    def run(thread: int) -> list[Any]:
        results = []
        try:
            for number in range(rounds):
                barrier.wait()
                results.append(work(number, thread))
        except BaseException:
            barrier.abort()
            raise
        return results

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(run, range(THREADS)))


ROWS = built.scattered(9, 9, 120, 4)
PLACES = [(row, col) for row in range(9) for col in range(9)]


def reference(clicks: Clicks) -> tuple[list[int], list[str]]:
    board = LISTS.make(ROWS)
    counts = [minesweep.reference.reveal(board, *click) for click in clicks]
    return counts, LISTS.read(board)


@pytest.fixture(
    params=[
        "lists",
        "lists of str subclass",
        "memoryview cast B",
        "uint8 steps 2 and 3",
        "U1 C order",
    ]
)
def some_form(request: pytest.FixtureRequest) -> Form:
    return next(form for form in AVAILABLE if form.name == request.param)


@pytest.mark.usefixtures("quick_switches")
def test_boards_of_their_own(some_form: Form) -> None:
    clicks = random.Random(1).choices(PLACES, k=15)
    expected = reference(clicks)
    own = [[some_form.make(ROWS) for _ in range(THREADS)] for _ in range(ROUNDS)]
    counts = at_once(
        ROUNDS, lambda number, thread: minesweep.reveal_sequence(own[number][thread], clicks)
    )
    assert all(each.tolist() == expected[0] for each in chain.from_iterable(counts))
    assert all(some_form.read(board) == expected[1] for board in chain.from_iterable(own))


@pytest.mark.usefixtures("quick_switches")
def test_one_board_of_all(some_form: Form) -> None:
    """Whoever opens a square, what is opened is what the clicks open one after the other."""
    clicks = random.Random(2).choices(PLACES, k=5 * THREADS)
    counts, after = reference(clicks)
    shared = [some_form.make(ROWS) for _ in range(ROUNDS)]
    opened = at_once(
        ROUNDS,
        lambda number, thread: minesweep.reveal_sequence(
            shared[number], clicks[thread::THREADS]
        ).sum(),
    )
    assert all(some_form.read(board) == after for board in shared)
    assert all(sum(each) >= sum(counts) for each in zip(*opened, strict=True))


@pytest.mark.usefixtures("quick_switches")
@pytest.mark.parametrize("workers", [1, 2])
def test_one_stack_of_all(workers: int) -> None:
    """Eight batches on the same boards, each with clicks of its own."""
    clicks = [random.Random(thread).choices(PLACES, k=12) for thread in range(THREADS)]
    expected = [reference(list(each))[1] for each in zip(*clicks, strict=True)]
    shared = np.repeat(byte_array(ROWS)[None], 12 * ROUNDS, axis=0).reshape(ROUNDS, 12, 9, 9)
    at_once(
        ROUNDS,
        lambda number, thread: minesweep.reveal_batch(
            shared[number], clicks[thread], workers=workers
        ),
    )
    after = np.stack([byte_array(rows) for rows in expected])
    assert np.array_equal(shared, np.broadcast_to(after, shared.shape))


@pytest.mark.usefixtures("quick_switches")
def test_no_square_is_hidden_again() -> None:
    """While eight threads click on one board, another looks on."""
    rows = built.scattered(100, 100, 60, 5)
    board = byte_array(rows)
    hidden = np.isin(board, list(b"EM"))
    done = threading.Event()
    looks: list[Any] = []

    def look_on() -> None:
        while not done.is_set():
            looks.append(board.copy())

    watcher = threading.Thread(target=look_on)
    watcher.start()
    clicks = random.Random(3).sample([(r, c) for r in range(100) for c in range(100)], 800)
    try:
        at_once(100, lambda number, thread: minesweep.reveal(board, *clicks[8 * number + thread]))
    finally:
        done.set()
        watcher.join()
    lists = LISTS.make(rows)
    for click in clicks:
        minesweep.reference.reveal(lists, *click)
    after = byte_array(LISTS.read(lists))
    assert np.array_equal(board, after)
    for look in [*looks, after]:
        now_hidden = np.isin(look, list(b"EM"))
        assert not np.any(now_hidden & ~hidden)
        assert np.array_equal(look[~now_hidden], after[~now_hidden])
        hidden = now_hidden


# ---- the GIL ----


@pytest.fixture
def progress() -> Iterator[Callable[[], int]]:
    """Steps of a thread that runs only while others let go of the GIL of their own accord."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    steps, done = [0], threading.Event()

    def run() -> None:
        while not done.is_set():
            steps[0] += 1
            time.sleep(0)

    thread = threading.Thread(target=run)
    thread.start()
    yield lambda: steps[0]
    done.set()
    thread.join()
    sys.setswitchinterval(interval)


def lets_others_run(
    progress: Callable[[], int], prepare: Callable[[], Any], call: Callable[[], Any]
) -> bool:
    """Whether the other thread takes steps during a call: not in each, if the machine is busy."""
    for _ in range(100):
        prepare()
        time.sleep(0.001)  # the other thread comes to wait for the GIL
        before = progress()
        call()
        if progress() - before > 1:
            return True
    return False


@pytest.mark.skipif(
    not getattr(sys, "_is_gil_enabled", lambda: True)(), reason="there is no GIL to be released"
)
@pytest.mark.parametrize(
    "call",
    [
        minesweep.reveal_batch,
        lambda stack, clicks: minesweep.reveal_batch([stack.reshape(-1, 100)], clicks[:1]),
        lambda stack, clicks: minesweep.reveal_sequence(stack.reshape(-1, 100), clicks),
        lambda stack, _clicks: minesweep.reveal(stack.reshape(-1, 100), 0, 0),
    ],
    ids=["batch", "batch of a list", "sequence", "reveal"],
)
def test_the_gil_is_released_for_buffers(
    progress: Callable[[], int], call: Callable[[Any, Any], Any]
) -> None:
    stack, clicks = np.empty((500, 100, 100), "u1"), np.zeros((500, 2), np.int64)
    assert lets_others_run(progress, lambda: stack.fill(ord("E")), lambda: call(stack, clicks))


# ---- Ctrl-C ----


class Interrupted(Exception):
    pass


@pytest.fixture
def interrupt_soon() -> Iterator[Callable[[], None]]:
    """A signal, heard as Ctrl-C is, when the process has worked for some hundredths of a second."""
    if not hasattr(signal, "setitimer"):
        pytest.skip("needs timers that send signals")

    def interrupt(*_: object) -> None:
        raise Interrupted

    handler = signal.signal(signal.SIGPROF, interrupt)
    yield lambda: signal.setitimer(signal.ITIMER_PROF, 0.03)
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.signal(signal.SIGPROF, handler)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_stops_a_batch(workers: int, interrupt_soon: Callable[[], None]) -> None:
    boards = 1 << 19
    stack, clicks = np.full((boards, 32, 4), ord("E"), "u1"), np.zeros((boards, 2), np.int64)
    interrupt_soon()
    with pytest.raises(Interrupted):
        minesweep.reveal_batch(stack, clicks, workers=workers)
    first, last = stack[0], stack[-1]
    assert np.all(first == ord("B"))
    assert np.all(last == ord("E"))
    opened = np.count_nonzero(stack == ord("B"))
    assert opened % first.size == 0, "a board was opened in part"
    assert opened == np.count_nonzero(stack == ord("B")), "a thread has gone on"


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers that send signals")
@pytest.mark.parametrize("seconds", [1e-4, 1e-3, 1e-2])
def test_interrupts_that_do_not_cease(seconds: float) -> None:
    """They may stop the wait for other threads: the buffer stays as long as one works on it."""

    def interrupt(_signal: int, frame: FrameType | None) -> None:
        while frame:
            if frame.f_code is minesweep.reveal_batch.__code__:
                raise Interrupted
            frame = frame.f_back

    clicks = np.zeros((1 << 12, 2), np.int64)
    handler = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds, seconds)
    try:
        for _ in range(20):
            memory = bytearray(b"E") * (1 << 12) * 32 * 32
            with suppress(Interrupted):
                minesweep.reveal_batch(
                    memoryview(memory).cast("B", (1 << 12, 32, 32)), clicks, workers=4
                )
            assert_given_back(memory)
            boards = np.frombuffer(memory, "u1")[:-1].reshape(-1, 32 * 32)
            assert np.all(boards == boards[:, :1]), "a board was opened in part"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)


def assert_given_back(memory: bytearray) -> None:
    """Sooner or later, without the garbage collector."""
    patience = time.monotonic() + 60
    while True:
        try:
            memory.append(0)  # refused while anything holds the buffer
        except BufferError:
            assert time.monotonic() < patience, "the buffer was kept"
            time.sleep(0.001)
        else:
            return


def test_an_interrupt_stops_a_list_of_boards(interrupt_soon: Callable[[], None]) -> None:
    stack = np.full((1 << 14, 64, 96), ord("E"), "u1")
    boards, clicks = list(stack), np.zeros((1 << 14, 2), np.int64)
    interrupt_soon()
    with pytest.raises(Interrupted):
        minesweep.reveal_batch(boards, clicks)
    assert (stack[0, 0, 0], stack[-1, 0, 0]) == (ord("B"), ord("E"))


def test_an_interrupt_stops_a_sequence(interrupt_soon: Callable[[], None]) -> None:
    """Each click opens a room, the last one in the end."""
    rooms = 1 << 19
    board, clicks = np.full((32, 5 * rooms), ord("E"), "u1"), np.zeros((rooms, 2), np.int64)
    board[:, 4::5] = ord("B")
    clicks[:, 1] = np.arange(0, 5 * rooms, 5)
    interrupt_soon()
    with pytest.raises(Interrupted):
        minesweep.reveal_sequence(board, clicks)
    assert (board[0, 0], board[0, -2]) == (ord("B"), ord("E"))


# ---- threads that fail ----


class FailsOnOtherThreads:
    """A stack on which other threads than the main one click half of what they should."""

    failed: threading.Event

    def __init__(self, *arguments: Any) -> None:
        self._stack = Stack(*arguments)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stack, name)

    def click(self, start: int, stop: int) -> None:
        if threading.current_thread() is threading.main_thread():
            assert self.failed.wait(60)
            self._stack.click(start, stop)
        else:
            try:
                self._stack.click(start, (start + stop) // 2)
                raise MemoryError
            finally:
                self.failed.set()


@pytest.mark.parametrize("bad", [None, 0, 200, 399])
def test_a_thread_that_runs_out_of_memory(monkeypatch: pytest.MonkeyPatch, bad: int | None) -> None:
    """The calling thread goes on where it stopped: all is as with one worker."""
    stack = stack_of(400, 20, 20)
    clicks = random_clicks(stack)
    if bad is not None:
        stack[bad, *clicks[bad]] = ord("F")
    alone = stack.copy()

    def outcome(boards: Any, workers: int) -> Any:
        try:
            return minesweep.reveal_batch(boards, clicks, workers=workers).tolist()
        except ValueError as error:
            return str(error)

    expected = outcome(alone, 1)
    FailsOnOtherThreads.failed = threading.Event()
    monkeypatch.setattr(_many, "Stack", FailsOnOtherThreads)
    assert outcome(stack, 3) == expected
    assert np.array_equal(stack[:bad], alone[:bad])


# ---- references and memory ----


def test_references_stay_as_they_are() -> None:
    stack = stack_of(60, 9, 9)
    array, arrays = random_clicks(stack), list(stack)
    clicks = [tuple(click) for click in array.tolist()]
    outside, no_integers = [*clicks[1:], (9, 0)], [*clicks[1:], (0, None)]
    objects = [stack, array, arrays, clicks, *arrays, *clicks, *"MEB12345678X"]
    gc.collect()  # what other tests left behind has letters, too
    before = [sys.getrefcount(each) for each in objects]
    for workers in [1, 2] * 10:
        for some in array, clicks, outside, no_integers, clicks[1:]:
            for boards in stack, arrays, [LISTS_OF_SQUARES.make(ROWS) for _ in range(60)]:
                with suppress(IndexError, TypeError, ValueError):
                    minesweep.reveal_batch(boards, some, workers=workers)
    del boards, some
    assert [sys.getrefcount(each) for each in objects] == before


@pytest.fixture
def no_garbage_collection() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


# Two boards of 2 x 2, and clicks that go well or not.
OUTCOMES: dict[str, tuple[bytes, Any]] = {
    "success": (b"EEEEEEEE", [(0, 0), (1, 1)]),
    "bad square": (b"EEEEFEEE", [(0, 0), (1, 1)]),
    "bad squares": (b"FEEEEFEE", [(0, 0), (0, 0)]),
    "outside": (b"EEEEEEEE", [(0, 0), (1, 2)]),
    "too few clicks": (b"EEEEEEEE", [(0, 0)]),
    "no integer": (b"EEEEEEEE", [(0, 0), (1, 0.5)]),
}


@pytest.mark.usefixtures("no_garbage_collection")
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(("squares", "clicks"), OUTCOMES.values(), ids=OUTCOMES)
def test_the_buffer_is_given_back(squares: bytes, clicks: Any, workers: int) -> None:
    memory = bytearray(squares)
    with (
        memoryview(memory).cast("B", (2, 2, 2)) as stack,
        suppress(IndexError, TypeError, ValueError),
    ):
        minesweep.reveal_batch(stack, clicks, workers=workers)
    memory.append(0)  # refused while anything holds the buffer


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("outcome", ["bad square", "bad squares", "outside", "too few clicks"])
def test_an_error_does_not_keep_the_buffer(outcome: str, workers: int) -> None:
    """Its traceback names what was at work."""
    squares, clicks = OUTCOMES[outcome]
    memory = bytearray(squares)
    with (
        memoryview(memory).cast("B", (2, 2, 2)) as stack,
        pytest.raises((IndexError, ValueError)) as caught,
    ):
        minesweep.reveal_batch(stack, clicks, workers=workers)
    memory.append(0)
    assert caught.tb


@pytest.mark.usefixtures("no_garbage_collection")
@pytest.mark.parametrize(("squares", "clicks"), OUTCOMES.values(), ids=OUTCOMES)
def test_the_buffers_of_a_list_of_boards_are_given_back(squares: bytes, clicks: Any) -> None:
    memories = bytearray(squares[:4]), bytearray(squares[4:])
    with (
        cast(memories[0], "B", 2) as first,
        cast(memories[1], "B", 2) as second,
        suppress(IndexError, TypeError, ValueError),
    ):
        minesweep.reveal_batch([first, second], clicks)
    for memory in memories:
        memory.append(0)


@pytest.mark.parametrize("shape", [(2, 2), (4, 1, 1), (0, 4)], ids=repr)
def test_the_buffer_of_no_stack_is_given_back(shape: tuple[int, ...]) -> None:
    memory = bytearray(4)
    with memoryview(memory).cast("B").cast("B", (2, 2)) as board, suppress(TypeError, ValueError):
        minesweep.reveal_batch(board, [(0, 0)] * 2)
    memory.append(0)


@pytest.mark.parametrize("workers", [1, 2])
def test_working_memory_is_taken_once_a_worker(workers: int) -> None:
    """Each flood on a large board needs some; none of it outlives the batch."""

    def memory(boards: int) -> tuple[int, int]:
        stack = np.full((boards, 1000, 1000), ord("E"), "u1")
        clicks = np.zeros((boards, 2), np.int64)
        tracemalloc.start()
        minesweep.reveal_batch(stack, clicks, workers=workers)
        left, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return left, most

    memory(2)  # what is imported on first use
    left, few = memory(2)
    assert few > 200_000
    assert left < 50_000
    left, many = memory(40)
    assert many < 3 * few
    assert left < 50_000


# ---- many squares ----


@pytest.mark.skipif(sys.maxsize < 2**40, reason="needs addresses of 64 bits")
@pytest.mark.parametrize("step", [1, -1], ids=["forwards", "backwards"])
@pytest.mark.parametrize("workers", [1, 2])
def test_a_stack_of_more_than_2_gib(workers: int, step: int) -> None:
    """Five boards of 512 MiB in a file without data, but for a corner of each board."""
    rows, cols = 1 << 15, 1 << 14
    corner = ["BBBB", "BEEE", "BEEE", "BEEM"]
    clicks = [(1, 1), (3, 3), (3, 2), (1, 3), (2, 2)]
    corners = [LISTS.make(corner) for _ in clicks]
    reveal = minesweep.reference.reveal
    expected = [reveal(board, *click) for board, click in zip(corners, clicks, strict=True)]
    with tempfile.TemporaryFile() as file:
        file.truncate(len(clicks) * rows * cols)
        stack = np.memmap(file, "u1", "r+", shape=(len(clicks), rows, cols))
        stack[:, -4:, -4:] = byte_array(corner)
        far_clicks = np.add(clicks, (rows - 4, cols - 4))
        counts = minesweep.reveal_batch(stack[::step], far_clicks[::step], workers=workers)
        assert counts[::step].tolist() == expected
        after = [byte_array(LISTS.read(board)) for board in corners]
        assert np.array_equal(stack[:, -4:, -4:], after)
        assert not np.any(stack[:, :4, :4])
        del stack


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_millions_of_boards_of_one_square(workers: int) -> None:
    """What becomes of each letter, the reference tells."""
    letters = "MEB12345678X"
    alone = [[[letter]] for letter in letters]
    counts = np.array([minesweep.reference.reveal(board, 0, 0) for board in alone])
    after = np.array([ord(board[0][0]) for board in alone], "u1")
    which = np.random.default_rng(4).integers(len(letters), size=3_000_000)
    stack = np.frombuffer(letters.encode(), "u1")[which].reshape(-1, 1, 1)
    clicks = np.zeros((len(which), 2), np.uint8)
    assert np.array_equal(minesweep.reveal_batch(stack, clicks, workers=workers), counts[which])
    assert np.array_equal(stack.ravel(), after[which])
