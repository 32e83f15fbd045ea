"""Memory that runs out: a MemoryError, the board as it was, and nothing left behind.

CPython's own test module makes allocations fail by their number, those of the core among them.
"""

import gc
import itertools
import math
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import boards
import exporter
import pytest
from forms import AVAILABLE, LISTS, LISTS_OF_SQUARES, Form, Rows

import minesweep

pytestmark = pytest.mark.serial

NAMES = (
    "lists",
    "lists of str subclass",
    "memoryview cast B",
    "uint8 Fortran order",
    "U1 C order",
)
SOME_FORMS = [form for form in AVAILABLE if form.name in NAMES]
MANY = 1000  # allocations, more than a call makes


class Click(NamedTuple):
    rows: Rows
    at: tuple[int, int]
    opened: int
    allocations: int  # that the flood itself makes, at least


LARGE = boards.scattered(320, 24, 20, 5)  # 7487 squares in one opening
CLICKS = {
    "a mine": Click(["EEM", "EEE"], (0, 2), 1, 0),
    "a number": Click(["EEM", "EEE"], (0, 1), 1, 0),
    "a small opening": Click(boards.empty(9, 9), (4, 4), 81, 0),
    "an opening on the C stack": Click(boards.empty(70, 70), (5, 5), 4900, 0),
    "a large opening": Click(LARGE, (160, 12), 7487, 3),
    "an opening in a tall board": Click(boards.empty(3000, 5), (1500, 2), 15000, 1),
}


@pytest.fixture
def traced() -> Iterator[None]:
    tracemalloc.start()
    yield
    tracemalloc.stop()


def while_failing(start: int, stop: int, call: Callable[[], Any]) -> Any:
    """What a call returns if allocations from `start` to `stop` fail; None if that ends it."""
    testcapi = pytest.importorskip("_testcapi")
    testcapi.set_nomemory(start, stop)
    try:
        return call()
    except MemoryError:
        return None
    finally:
        testcapi.remove_mem_hooks()


def for_each_allocation(
    make: Callable[[], Any], call: Callable[[Any], Any]
) -> Iterator[tuple[Any, Any]]:
    """Boards, and what a call returned for each while one allocation failed.

    For each allocation there are two boards: it fails alone, and with all that come after it. (Not
    for ever: CPython itself would try for ever to enter a `finally` block without memory.)
    """
    for number in itertools.count():
        for stop in number + 1, number + MANY:
            board = make()
            outcome = while_failing(number, stop, lambda board=board: call(board))
            yield board, outcome
        if outcome is not None:
            return


def memory_in_use() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def references(board: Any) -> int:
    """Those to the squares of a list of lists."""
    if not isinstance(board, list):
        return 0
    return sum(sys.getrefcount(square) for row in board for square in row)


@pytest.mark.usefixtures("traced")
@pytest.mark.parametrize("click", CLICKS.values(), ids=CLICKS)
@pytest.mark.parametrize("form", SOME_FORMS, ids=lambda form: form.name)
def test_any_allocation_of_a_click_can_fail(form: Form, click: Click) -> None:
    board = form.make(click.rows)
    assert minesweep.reveal(board, *click.at) == click.opened
    expected = form.read(board)

    def failures() -> int:
        failed = 0
        for board, opened in for_each_allocation(
            lambda: form.make(click.rows), lambda board: minesweep.reveal(board, *click.at)
        ):
            failed += opened is None
            state = form.read(board)
            if opened is None:
                assert state == click.rows, "changed, although memory ran out"
            else:
                assert (opened, state) == (click.opened, expected)
        return failed

    failures()  # fills the interpreter's lists of free objects
    memory = memory_in_use()
    assert failures() >= 2 * click.allocations
    assert abs(memory_in_use() - memory) < 1024


@pytest.mark.parametrize("form", SOME_FORMS, ids=lambda form: form.name)
def test_a_refused_click_that_also_runs_out_of_memory(form: Form) -> None:
    """Either error comes, and no square changes or loses a reference."""
    rows = [*LARGE[:-1], LARGE[-1][:-1] + "F"]

    def refused(board: Any) -> bool:
        try:
            return minesweep.reveal(board, 160, 12) < 0
        except ValueError:
            return True

    board = form.make(rows)
    before = references(board)
    outcomes = []
    for _, outcome in for_each_allocation(lambda: board, refused):
        outcomes.append(outcome)
        assert form.read(board) == rows
    assert outcomes.count(None) >= 6
    assert set(outcomes) == {None, True}
    assert references(board) == before


@pytest.mark.parametrize("form", SOME_FORMS, ids=lambda form: form.name)
def test_any_allocation_of_a_sequence_can_fail(form: Form) -> None:
    """The clicks before the one that runs out of memory stand, whole."""
    pytest.importorskip("numpy")
    rows = [*boards.empty(99, 200), "E" * 199 + "M"]
    clicks = [(99, 199), (50, 100), (0, 0)]
    board = form.make(rows)
    states = [form.read(board)]
    for click in clicks:
        minesweep.reveal(board, *click)
        states.append(form.read(board))
    failed_after = set()
    for board, counts in for_each_allocation(
        lambda: form.make(rows), lambda board: minesweep.reveal_sequence(board, clicks)
    ):
        state = form.read(board)
        if counts is None:
            failed_after.add(states.index(state))
        else:
            assert counts.tolist() == [1, 19_999, 0]
            assert state == states[-1]
    assert failed_after == {0, 1}


@pytest.mark.parametrize("stack", [True, False], ids=["stack", "list of boards"])
def test_any_allocation_of_a_batch_can_fail(stack: bool) -> None:
    np = pytest.importorskip("numpy")
    clicks = [(160, 12), (0, 0), (319, 23)]
    array = np.array([list(row) for row in LARGE])

    def make() -> Any:
        if stack:
            return np.array([array] * 3)
        return [array.copy(), LISTS_OF_SQUARES.make(LARGE), LISTS.make(LARGE)]

    def changed(boards: Any) -> list[bool]:
        return [bool((np.asarray(board) != array).any()) for board in boards]

    failed_after = set()
    for boards_, counts in for_each_allocation(
        make, lambda boards_: minesweep.reveal_batch(boards_, clicks)
    ):
        done = changed(boards_)
        assert done == sorted(done, reverse=True), "a click was left out"
        if counts is None:
            failed_after.add(sum(done))
        else:
            assert counts.tolist() == [7487] * 3
            assert done == [True] * 3
    # The flood's working memory stays for the next board; a list and its strings need more.
    assert failed_after == ({0} if stack else {0, 1})


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_any_allocation_of_a_batch_on_threads_can_fail() -> None:
    """Whichever thread's it is; Python reports those of a thread that comes to nothing at all."""
    np = pytest.importorskip("numpy")
    array = np.array([list(row) for row in LARGE], "S1")
    clicks = [(160, 12)] * 12
    for boards_, counts in for_each_allocation(
        lambda: np.array([array] * 12),
        lambda boards_: minesweep.reveal_batch(boards_, clicks, workers=3),
    ):
        changed = np.count_nonzero(boards_ != array, axis=(1, 2))
        assert set(changed) <= {0, 7487}
        if counts is not None:
            assert counts.tolist() == changed.tolist() == [7487] * 12


LIMIT_MEMORY = """
import resource, sys
from pathlib import Path

import boards, forms, minesweep

def limit_memory(to_spare):
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + to_spare
    resource.setrlimit(resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))
"""
MORE_AND_MORE = """
form = next(form for form in forms.FORMS if form.name == sys.argv[1])
side = int(sys.argv[2])
rows = boards.empty(side, side)
board = form.make(rows)
to_spare, failures = 2**20, 0
while True:
    limit_memory(to_spare)
    try:
        opened = minesweep.reveal(board, side // 2, side // 2)
    except MemoryError:
        failures += 1
        to_spare *= 2
    else:
        break
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY,) * 2)
    assert form.read(board) == rows
assert opened == side * side
assert form.read(board) == ["B" * side] * side
print(failures)
"""

NO_ROOM_FOR_THREADS = """
import _thread
import numpy as np

def batch(workers):
    squares = np.where(np.random.default_rng(1).random((64, 300, 300)) < 0.03, b"M", b"E")
    clicks = np.random.default_rng(2).integers(300, size=(64, 2))
    return minesweep.reveal_batch(squares, clicks, workers=workers).tolist(), squares.tobytes()

expected = batch(1)
limit_memory(100 * 2**20)  # enough for the batch, and not for the stack of another thread
import threading
threading.stack_size(2**28)
try:
    _thread.start_new_thread(print, ("there is room",))
except RuntimeError:
    print(batch(4) == expected)
"""

on_linux = pytest.mark.skipif(
    sys.platform != "linux", reason="reads how much memory is taken from /proc"
)


def run(script: str, *arguments: object) -> str:
    """What a script prints in a process of its own."""
    process = subprocess.run(
        [sys.executable, "-c", LIMIT_MEMORY + script, *map(str, arguments)],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    return process.stdout


@on_linux
@pytest.mark.parametrize(
    ("name", "side"),
    [("memoryview cast B", 5000), ("lists", 2000), ("lists of str subclass", 1000)],
)
def test_a_process_with_little_memory(name: str, side: int) -> None:
    """However little there is: the whole opening, or none of it."""
    with memory_to_spare(2**22):
        pass  # skips where memory cannot be limited
    assert int(run(MORE_AND_MORE, name, side)) >= 1


@on_linux
def test_a_process_with_no_memory_for_threads() -> None:
    pytest.importorskip("numpy")
    with memory_to_spare(2**22):
        pass
    assert run(NO_ROOM_FOR_THREADS) == "True\n"


SIDE = math.isqrt(sys.maxsize)


@on_linux
@pytest.mark.parametrize(
    ("rows", "cols"),
    [(1, sys.maxsize), (sys.maxsize, 1), (SIDE, SIDE), (sys.maxsize // 16, 9)],
)
def test_a_board_that_no_memory_is_enough_for(rows: int, cols: int) -> None:
    """One byte in memory, and as many squares as the sizes of a buffer can say."""
    memory = bytearray(b"E")
    board = exporter.Exporter(memory, (rows, cols), strides=(0, 0), length=rows * cols)
    for click in (0, 0), (rows - 1, cols - 1):
        with memory_to_spare(2**22), pytest.raises(MemoryError):
            minesweep.reveal(board, *click)
        assert memory == b"E"


@contextmanager
def memory_to_spare(size: int) -> Iterator[None]:
    resource = pytest.importorskip("resource")
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    before, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + size, most))
    try:
        if can_take(16 * size):
            pytest.skip("the limit does not hold, as in an emulated system")
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (before, most))


def can_take(size: int) -> bool:
    try:
        return len(bytearray(size)) == size
    except MemoryError:
        return False
