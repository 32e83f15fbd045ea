"""What calls leave behind, whether they go well or are refused: no memory, no buffer that is held,
and no circle of references that waits for the garbage collector.
"""

import gc
import time
import tracemalloc
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import product
from typing import Any

import boards
import pytest
from forms import LISTS, LISTS_OF_SQUARES, Square, cast

import minesweep

np = pytest.importorskip("numpy")
pytestmark = pytest.mark.serial

pytestmark = pytest.mark.serial

SIZE = 70  # an opening of this side needs working memory
REFUSED = IndexError, TypeError, ValueError


@pytest.fixture
def no_garbage_collection() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def array_of(rows: list[str]) -> Any:
    return np.array([list(row.encode()) for row in rows], "u1")


GOOD = boards.scattered(SIZE, SIZE, 12, 3)
BAD = [*GOOD[:-1], GOOD[-1][:-1] + "F"]
MAKE: dict[str, Callable[[list[str]], Any]] = {
    "lists": LISTS.make,
    "lists of str subclass": LISTS_OF_SQUARES.make,
    "bytes": array_of,
    "bytes upright": lambda rows: np.asfortranarray(array_of(rows)),
    "characters": lambda rows: array_of(rows).view("S1").astype("U1"),
}
OPENING, OUTSIDE, NO_INTEGER = (SIZE // 2, SIZE // 2), (SIZE, 0), (0, 0.5)
# So many clicks that a copy of them is seen, in an array and in a list.
MANY = [OPENING] * 2000
CLICKS: dict[str, tuple[list[str], Any]] = {
    "good clicks": (GOOD, np.array(MANY)),
    "good pairs": (GOOD, MANY),
    "a click outside": (GOOD, np.array([*MANY, OUTSIDE])),
    "a pair outside": (GOOD, [*MANY, OUTSIDE]),
    "no integers": (GOOD, [*MANY, NO_INTEGER]),
    "no pair": (GOOD, [*MANY, (0,)]),
    "triples": (GOOD, np.zeros((2000, 3), int)),
    "a bad square": (BAD, np.array(MANY)),
}


LITTLE = 512  # bytes: less than one leak in each of ten calls would come to


def growth(call: Callable[[], object]) -> int:
    """How much more memory is in use after ten calls; `LITTLE` if it is more than that.

    The interpreter and NumPy keep some at times: a leak takes more in each of three rounds.
    """
    gc.freeze()  # what there is already is not looked at again, which takes long
    tracemalloc.start()
    try:
        call()
        rounds = (growth_of_ten(call) for _ in range(3))
        return next((more for more in rounds if more < LITTLE), LITTLE)
    finally:
        tracemalloc.stop()
        gc.unfreeze()


def growth_of_ten(call: Callable[[], object]) -> int:
    gc.collect()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(10):
        call()
    for _ in range(100):
        gc.collect()
        more = tracemalloc.get_traced_memory()[0] - before
        if more < LITTLE:
            break
        time.sleep(0.01)  # threads that were not needed may still have to begin, and end
    return more


@pytest.mark.parametrize("make", MAKE.values(), ids=MAKE)
@pytest.mark.parametrize(("rows", "clicks"), CLICKS.values(), ids=CLICKS)
def test_a_sequence_leaves_no_memory_behind(rows: list[str], clicks: Any, make: Any) -> None:
    board = make(rows)

    def call() -> None:
        with suppress(*REFUSED):
            minesweep.reveal_sequence(board, clicks)

    assert growth(call) < LITTLE


@pytest.mark.parametrize("make", MAKE.values(), ids=MAKE)
@pytest.mark.parametrize("rows", [GOOD, BAD], ids=["good", "bad"])
def test_a_click_leaves_no_memory_behind(rows: list[str], make: Any) -> None:
    def call() -> None:
        board = make(rows)
        for click in OPENING, OUTSIDE, NO_INTEGER, (0, 2**80):
            with suppress(*REFUSED):
                minesweep.reveal(board, *click)

    assert growth(call) < LITTLE


def test_checking_a_board_leaves_no_memory_behind() -> None:
    for make, rows in product(MAKE.values(), (GOOD, BAD)):
        board = make(rows)

        def call(board: Any = board) -> None:
            with suppress(ValueError):
                minesweep.check_board(board)

        assert growth(call) < LITTLE


BATCHES: dict[str, tuple[list[list[str]], Any]] = {
    "good clicks": ([GOOD, GOOD, GOOD], [OPENING] * 3),
    "a click outside": ([GOOD, GOOD, GOOD], [OPENING, OPENING, OUTSIDE]),
    "no integers": ([GOOD, GOOD, GOOD], [OPENING, OPENING, NO_INTEGER]),
    "too few clicks": ([GOOD, GOOD, GOOD], [OPENING] * 2),
    "a bad square": ([GOOD, BAD, GOOD], [OPENING] * 3),
    "a bad square first": ([BAD, GOOD, BAD], [OPENING] * 3),
}


@pytest.mark.parametrize(("games", "clicks"), BATCHES.values(), ids=BATCHES)
@pytest.mark.parametrize("make", MAKE.values(), ids=MAKE)
def test_a_list_of_boards_leaves_no_memory_behind(
    games: list[list[str]], clicks: Any, make: Any
) -> None:
    def call() -> None:
        with suppress(*REFUSED):
            minesweep.reveal_batch([make(rows) for rows in games], clicks)

    assert growth(call) < LITTLE


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(("games", "clicks"), BATCHES.values(), ids=BATCHES)
def test_a_stack_leaves_no_memory_behind(games: list[list[str]], clicks: Any, workers: int) -> None:
    stack = np.array([array_of(rows) for rows in games])

    def call() -> None:
        with suppress(*REFUSED):
            minesweep.reveal_batch(stack.copy(), clicks, workers=workers)

    assert growth(call) < LITTLE


def test_many_clicks_on_a_refused_stack_leave_no_memory_behind() -> None:
    stack, read_only = np.full((2000, 1, 1), ord("B"), "u1"), np.full((2000, 1, 1), ord("B"), "u1")
    read_only.flags.writeable = False
    zeros = np.zeros((2000, 2), int)
    outside = np.vstack([zeros[1:], [(1, 0)]])

    def call() -> None:
        for boards_, clicks in product(
            (stack, read_only, list(stack)), (zeros, outside, zeros[1:])
        ):
            with suppress(*REFUSED):
                minesweep.reveal_batch(boards_, clicks)

    assert growth(call) < LITTLE


# ---- buffers ----


def error_of(call: Callable[..., object], *args: Any, **options: Any) -> Exception | None:
    """The error of a call. Who keeps it keeps all that its traceback leads to."""
    try:
        call(*args, **options)
    except REFUSED as error:
        return error
    return None


STACKS: dict[str, Callable[[bytearray], memoryview]] = {
    "a stack": lambda memory: memoryview(memory).cast("B", (2, 2, 2)),
    "read-only": lambda memory: memoryview(memory).cast("B", (2, 2, 2)).toreadonly(),
    "of two dimensions": lambda memory: memoryview(memory).cast("B", (2, 4)),
    "of four dimensions": lambda memory: memoryview(memory).cast("B", (2, 2, 1, 2)),
    "of larger items": lambda memory: memoryview(memory).cast("h", (2, 1, 2)),
    "of one board": lambda memory: memoryview(memory).cast("B", (1, 2, 4)),
    "of many boards": lambda memory: memoryview(memory).cast("B", (8, 1, 1)),
}
FEW_CLICKS: dict[str, Any] = {
    "good": [(0, 0), (1, 1)],
    "outside": [(0, 0), (1, 2)],
    "no integers": [(0, 0), (1, 0.5)],
    "none": [],
    "another shape": [(0, 0, 0), (1, 1, 1)],
}


@pytest.mark.usefixtures("no_garbage_collection")
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("clicks", FEW_CLICKS.values(), ids=FEW_CLICKS)
@pytest.mark.parametrize("export", STACKS.values(), ids=STACKS)
def test_the_buffer_of_a_stack_is_released(export: Any, clicks: Any, workers: int) -> None:
    for squares in b"EEEEEEEE", b"EEEEFEEE", b"FEEEFEEE":
        memory = bytearray(squares)
        stack = export(memory)
        kept = error_of(minesweep.reveal_batch, stack, clicks, workers=workers)
        stack.release()  # refused while the core holds the buffer
        memory.append(0)
        del kept


BOARDS: dict[str, Callable[[bytearray], memoryview]] = {
    "a board": lambda memory: cast(memory, "B", 2),
    "read-only": lambda memory: cast(memory, "B", 2).toreadonly(),
    "of one dimension": memoryview,
    "of three dimensions": lambda memory: memoryview(memory).cast("B", (2, 2, 2)),
    "of larger items": lambda memory: memoryview(memory).cast("h", (2, 2)),
}


@pytest.mark.usefixtures("no_garbage_collection")
@pytest.mark.parametrize("clicks", FEW_CLICKS.values(), ids=FEW_CLICKS)
@pytest.mark.parametrize("export", BOARDS.values(), ids=BOARDS)
def test_the_buffer_of_a_board_is_released(export: Any, clicks: Any) -> None:
    for call, squares in product(
        (
            minesweep.reveal_sequence,
            lambda board, clicks: minesweep.reveal_batch([board] * 2, clicks),
            lambda board, clicks: [minesweep.updateBoard(board, click) for click in clicks],
            lambda board, clicks: minesweep.check_board(board),
        ),
        (b"EEEEEEEE", b"EEEEFEEE"),
    ):
        memory = bytearray(squares)
        board = export(memory)
        kept = error_of(call, board, clicks)
        board.release()
        memory.append(0)
        del kept


@pytest.mark.usefixtures("no_garbage_collection")
@pytest.mark.parametrize("pairs", [[0, 0, 1, 1], [0, 0, 1, 2], [0, 0, 0, 0]], ids=str)
def test_the_buffer_of_clicks_is_released(pairs: list[int]) -> None:
    for squares, many in product(
        (b"EEEEEEEE", b"EEEEFEEE"),
        (
            lambda memory, clicks: minesweep.reveal_sequence(cast(memory, "B", 4), clicks),
            lambda memory, clicks: minesweep.reveal_batch([cast(memory, "B", 2)] * 2, clicks),
            lambda memory, clicks: minesweep.reveal_batch(
                memoryview(memory).cast("B", (2, 2, 2)), clicks
            ),
        ),
    ):
        numbers = bytearray(np.array(pairs, np.int64).tobytes())
        clicks = memoryview(numbers).cast("q", (2, 2))
        with suppress(*REFUSED):
            many(bytearray(squares), clicks)
        clicks.release()
        numbers.append(0)


# ---- circles of references ----


class Watched(list[Any]):
    """A list that can be watched."""

    __slots__ = ("__weakref__",)


CALLS: dict[str, Callable[[Any, Any], object]] = {
    "reveal": lambda board, click: minesweep.reveal(board, *click),
    "updateBoard": minesweep.updateBoard,
    "check_board": lambda board, click: minesweep.check_board(board),
    "reveal_sequence": lambda board, click: minesweep.reveal_sequence(board, Watched([click] * 3)),
    "reveal_batch of a list": lambda board, click: minesweep.reveal_batch(
        Watched([board] * 3), Watched([click] * 3)
    ),
}


def of_watched(rows: list[str]) -> Watched:
    return Watched(Watched(map(Square, row)) for row in rows)


@pytest.mark.usefixtures("no_garbage_collection")
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize("click", [(0, 0), (2, 0), (0, 0.5), (0,)], ids=str)
def test_a_call_makes_no_circle(call: Any, click: Any) -> None:
    """Boards, rows and squares go with their last reference, whatever the error had to do with."""
    for make, rows in product((of_watched, array_of), (["EE", "EE"], ["EE", "EF"], ["EM", "MM"])):
        board = make(rows)
        watched = [weakref.ref(board)]
        if isinstance(board, list):
            watched += [weakref.ref(item) for row in board for item in (row, *row)]
        with suppress(*REFUSED):
            call(board, click)
        del board
        assert [each for each in watched if each() is not None] == []


@pytest.mark.usefixtures("no_garbage_collection")
@pytest.mark.parametrize("workers", [1, 2, 4])
@pytest.mark.parametrize("clicks", FEW_CLICKS.values(), ids=FEW_CLICKS)
def test_a_batch_makes_no_circle(clicks: Any, workers: int) -> None:
    for squares in b"EEEEEEEE", b"EEEEFEEE", b"FEEEFEEE":
        stack = np.frombuffer(bytearray(squares), "u1").reshape(2, 2, 2)
        watched = weakref.ref(stack)
        given = Watched(clicks)
        watched_clicks = weakref.ref(given)
        with suppress(*REFUSED):
            minesweep.reveal_batch(stack, given, workers=workers)
        del stack, given
        assert (watched(), watched_clicks()) == (None, None)
