"""Sequences and batches whose boards and clicks change under way: no square of another board, no
count of another click, and no other memory is read or written."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import boards
import pytest
from exporter import Exporter
from forms import LISTS

import minesweep

np = pytest.importorskip("numpy")

MANY = 2_000_000  # clicks, so many that signals are heard between them


class Chance(str):
    """A square that changes something when it is dropped."""

    __slots__ = ("deed",)
    deed: Callable[[], object]

    def __del__(self) -> None:
        self.deed()


class Exchange(Exporter):
    """A board that changes something when its buffer is asked for."""

    deed: Callable[[], object]

    @property
    def view(self) -> Any:
        self.deed()
        return self._view

    @view.setter
    def view(self, value: Any) -> None:
        self._view = value


def of_chances(deed: Callable[[], object]) -> list[list[str]]:
    board = [[Chance("E") for _ in range(10)] for _ in range(10)]
    for row in board:
        for square in row:
            square.deed = deed
    return board


def of_exchange(deed: Callable[[], object]) -> Exchange:
    board = Exchange(bytearray(b"E" * 100), (10, 10), length=100)
    board.deed = deed
    return board


@pytest.mark.parametrize("of_kind", [of_chances, of_exchange])
@pytest.mark.parametrize("growth", [1, 10_000])
def test_a_list_of_boards_that_grows(
    of_kind: Callable[[Callable[[], object]], Any], growth: int
) -> None:
    """The boards that there were when the call began are clicked."""
    more = LISTS.make(boards.empty(3, 3))
    stack: list[Any] = []
    stack += [of_kind(lambda: stack.extend([more] * growth)) for _ in range(2)]
    assert minesweep.reveal_batch(stack, [(0, 0)] * 2).tolist() == [100, 100]
    assert len(stack) >= 2 + growth
    assert LISTS.read(more) == boards.empty(3, 3)


@pytest.mark.parametrize("of_kind", [of_chances, of_exchange])
def test_a_list_of_boards_that_is_cleared(of_kind: Callable[[Callable[[], object]], Any]) -> None:
    stack: list[Any] = []
    stack += [of_kind(stack.clear) for _ in range(2)]
    assert minesweep.reveal_batch(stack, [(0, 0)] * 2).tolist() == [100, 100]
    assert stack == []


@contextmanager
def soon(deed: Callable[[], object], delay: float = 1e-4) -> Iterator[None]:
    """Do something when signals are heard after a delay; 0: when the timer is set by others."""
    before = signal.signal(signal.SIGALRM, lambda *_: deed())
    signal.setitimer(signal.ITIMER_REAL, delay)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


needs_timer = pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="there is no such timer here"
)


@needs_timer
def test_a_list_of_lists_that_is_cleared_during_a_sequence() -> None:
    board = LISTS.make(["1E"] * 3)
    with soon(board.clear), pytest.raises(ValueError, match="at least one row"):
        minesweep.reveal_sequence(board, np.zeros((MANY, 2), int))


@needs_timer
def test_a_list_of_lists_that_is_shortened_during_a_sequence() -> None:
    board = LISTS.make(["1E"] * 3)
    clicks = np.full((MANY, 2), (2, 0))
    with soon(board.pop), pytest.raises(IndexError, match="2 rows and 2 columns"):
        minesweep.reveal_sequence(board, clicks)


@needs_timer
@pytest.mark.parametrize("many", [minesweep.reveal_sequence, minesweep.reveal_batch])
def test_clicks_that_change_when_they_have_been_checked(many: Callable[[Any, Any], Any]) -> None:
    """Those that were given are carried out."""
    shape = (1, 1) if many is minesweep.reveal_sequence else (MANY, 1, 1)
    clicks = np.zeros((MANY, 2), np.int64)
    memory = bytearray(b"1" * np.prod(shape))
    board = Exchange(memory, shape, ndim=len(shape), length=len(memory))
    board.deed = lambda: signal.setitimer(signal.ITIMER_REAL, 1e-3)
    with soon(lambda: clicks.fill(2**40), delay=0):
        counts = many(board, clicks)
    assert clicks.all(), "they did not change"
    assert not counts.any()
