"""Eight threads at once, on boards of their own and on one that they share.

Each round is repeated for every form of board; ``MINESWEEP_SLOW=1`` adds many more.
"""

import functools
import os
import random
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import boards
import pytest
from forms import LISTS, LISTS_OF_SQUARES, Form, Square

import minesweep

pytestmark = pytest.mark.serial

THREADS = 8
ROUNDS = 40 if os.environ.get("MINESWEEP_SLOW") else 3
ROWS = boards.scattered(100, 130, 60, 5)
PLACES = [(row, col) for row in range(100) for col in range(130)]


@pytest.fixture(autouse=True)
def quick_switches() -> Iterator[None]:
    """Let the interpreter change threads as often as it can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def run_at_once(work: Callable[[int], object]) -> list[Any]:
    """What `work` returns on each of the threads, which start together."""
    barrier = threading.Barrier(THREADS)
    results: list[Any] = [None] * THREADS

    def run(number: int) -> None:
        barrier.wait()
        try:
            results[number] = work(number)
        except Exception as error:
            results[number] = error

    threads = [threading.Thread(target=run, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    errors = [result for result in results if isinstance(result, Exception)]
    if errors:
        raise ExceptionGroup("in the threads", errors)
    return results


def click_all(board: Any, clicks: list[tuple[int, int]]) -> int:
    return sum(minesweep.reveal(board, *click) for click in clicks)


@functools.cache
def revealed_by(*clicks: tuple[int, int]) -> tuple[int, list[str]]:
    """The count and the board that the reference makes of these clicks."""
    board = LISTS.make(ROWS)
    count = sum(minesweep.reference.reveal(board, *click) for click in clicks)
    return count, LISTS.read(board)


def test_boards_of_their_own(form: Form) -> None:
    clicks = random.Random(1).sample(PLACES, 20)
    count, expected = revealed_by(*clicks)
    for _ in range(ROUNDS):
        own = [form.make(ROWS) for _ in range(THREADS)]
        counts = run_at_once(lambda number, own=own: click_all(own[number], clicks))
        assert counts == [count] * THREADS
        assert [form.read(board) for board in own] == [expected] * THREADS


def test_one_board_of_all(form: Form) -> None:
    """Whoever opens a square: all are opened that the clicks open one after the other."""
    clicks = random.Random(2).sample(PLACES, 160)
    count, expected = revealed_by(*clicks)
    for _ in range(ROUNDS):
        board = form.make(ROWS)
        counts = run_at_once(lambda number, board=board: click_all(board, clicks[number::THREADS]))
        assert form.read(board) == expected
        assert sum(counts) >= count


def test_the_same_click_of_all(form: Form) -> None:
    count, expected = revealed_by((54, 74))
    for _ in range(ROUNDS):
        board = form.make(ROWS)
        counts = run_at_once(lambda number, board=board: minesweep.reveal(board, 54, 74))
        assert form.read(board) == expected
        assert max(counts) == count


def test_a_board_that_other_threads_change() -> None:
    """Half of the threads click, half empty rows, fill them again and exchange them."""
    board = LISTS_OF_SQUARES.make(ROWS)

    def change(lots: random.Random) -> None:
        row = lots.choice(board)
        row.clear()
        # Made before: a list that takes its new squares from an iterator can be changed meanwhile.
        squares = [Square(letter) for letter in "E" * 129 + "M"]
        row[:] = squares
        row.reverse()
        board.reverse()

    def click_or_change(number: int) -> None:
        lots = random.Random(number)
        for _ in range(100 * ROUNDS):
            if number % 2:
                change(lots)
            else:
                with suppress(IndexError, ValueError):
                    minesweep.reveal(board, *lots.choice(PLACES))

    run_at_once(click_or_change)
    minesweep.check_board(board)
