"""Boards of letters and clicks, with fixed seeds, and the right boards after the clicks."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import count, islice
from pathlib import Path
from typing import Any

import numpy as np
from minesweep import reference

from boards import (
    BEGINNER,
    EMPTY,
    EXPERT,
    INTERMEDIATE,
    Letters,
    Level,
    Square,
    Squares,
    along_columns,
    along_rows,
    comb,
    empty,
    giant,
    half_revealed,
    minefield,
    mines,
    numbered_squares,
    openings,
    spiral,
    staircase,
    to_square,
)
from build import extension
from comparison.results import CaseFacts
from forms import LISTS

TEXTBOOK = Path(__file__).parent / "contestants" / "letters" / "_textbook.pyx"

Job = tuple[int, int, int]
"""One click: the number of the board, row, column."""
Made = tuple[list[Letters], list[Job]]

# A small click is timed on this many different boards in one loop: long enough for the clock, too
# many for a branch predictor to learn, few enough for the processor's cache.
MANY = 64
GAMES = 8
# With this many squares the reference is too slow.
LARGE = 1_000_000


@dataclass(frozen=True)
class Case:
    """Boards and clicks that are timed together; made on first use."""

    name: str
    make: Callable[[], Made]

    @cached_property
    def _made(self) -> Made:
        return self.make()

    @property
    def boards(self) -> list[Letters]:
        return self._made[0]

    @property
    def jobs(self) -> list[Job]:
        return self._made[1]

    @property
    def items(self) -> int:
        return len(self.jobs)

    @property
    def squares(self) -> int:
        return sum(board.size for board in self.boards)

    @property
    def loads(self) -> tuple[float, ...]:
        """Squares, and opened ones; of small boards none: there, calls take most of the time."""
        if self.squares < 10_000 * len(self.boards):
            return ()
        return self.squares, self.opened * self.items

    @cached_property
    def solved(self) -> list[Letters]:
        """The right boards after the clicks."""
        return (_by_reference if self.squares < LARGE else _by_textbook)(*self._made)

    @cached_property
    def opened(self) -> float:
        """Squares that a click changes, on average."""
        pairs = zip(self.boards, self.solved, strict=True)
        return sum(int((before != after).sum()) for before, after in pairs) / self.items

    def facts(self) -> CaseFacts:
        rows, cols = self.boards[0].shape
        opened = round(self.opened, 3)
        return CaseFacts(self.name, rows, cols, len(self.boards), self.items, opened)

    def __getstate__(self) -> dict[str, Any]:
        """Pickled with the boards made and solved, so that no worker has to do it."""
        return {"name": self.name, "_made": self._made, "solved": self.solved}


def _by_reference(boards: list[Letters], jobs: list[Job]) -> list[Letters]:
    solved = [LISTS.make(board) for board in boards]
    for board, row, col in jobs:
        reference.reveal(solved[board], row, col)
    return [LISTS.letters(board) for board in solved]


def _by_textbook(boards: list[Letters], jobs: list[Job]) -> list[Letters]:
    """By the textbook flood, which the comparison checks against the reference as well."""
    reveal = extension(TEXTBOOK).reveal_array
    solved = [board.copy() for board in boards]
    for board, row, col in jobs:
        reveal(solved[board], row, col)
    return solved


def one_click(name: str, make: Callable[[], tuple[Letters, Square]]) -> Case:
    return click_on_each(name, lambda: [make()])


def click_on_each(name: str, make: Callable[[], Iterable[tuple[Letters, Square]]]) -> Case:
    """One click on each of several boards."""

    def made() -> Made:
        pairs = list(make())
        jobs = [(i, *square) for i, (_, square) in enumerate(pairs)]
        return [board for board, _ in pairs], jobs

    return Case(name, made)


def small_click(level: Level, what: str, squares: Callable[[Letters], Squares]) -> Case:
    """A click on a random square of one kind, on each of many boards."""

    def make() -> Iterator[tuple[Letters, Square]]:
        for seed in range(MANY):
            board = level.board(seed)
            yield board, to_square(np.random.default_rng(seed).choice(squares(board)))

    return click_on_each(f"{level.name}, {what}", make)


def opening(level: Level, size: int, blank: int | None = None) -> Case:
    """Openings of exactly this size (and this many blank squares), on many boards."""

    def make() -> Iterator[tuple[Letters, Square]]:
        for board in map(level.board, count()):
            for square, opened, blank_ones in openings(board):
                if opened == size and blank in (None, blank_ones):
                    yield board, square
                    break

    return click_on_each(f"{level.name}, opening of {size}", lambda: islice(make(), MANY))


def without_mines(size: int, boards: int = 1) -> Case:
    middle = (size // 2, size // 2)
    return click_on_each(
        f"{size}×{size} without mines", lambda: [(empty(size, size), middle)] * boards
    )


def field(rows: int, cols: int, percent: float) -> Case:
    """A random minefield, and a click that opens most of it where one can."""

    def make() -> tuple[Letters, Square]:
        board = minefield(rows, cols, round(rows * cols * percent / 100), seed=rows)
        return board, giant(board, seed=rows)

    return one_click(f"{rows}×{cols}, {percent:g} % mines", make)


def clicks_on_one_board(level: Level, clicks: int, boards: int = GAMES) -> Case:
    """Random clicks on one board, none on a mine; some meet squares that others have opened.

    Played on a few boards in turn: with only one, memory that is not yet cached would count more.
    """

    def made() -> Made:
        fields = [level.board(seed) for seed in range(boards)]
        jobs = [
            (number, *to_square(pair))
            for number, board in enumerate(fields)
            for pair in np.random.default_rng(number).choice(np.argwhere(board == EMPTY), clicks)
        ]
        return fields, jobs

    return Case(f"{level.name}, {_several(clicks, 'click')} on one board", made)


def clicks_on_many_boards(level: Level, boards: int) -> Case:
    """One random click on each of many boards."""

    def make() -> Iterator[tuple[Letters, Square]]:
        random = np.random.default_rng(0)
        for seed in range(boards):
            board = level.board(seed)
            yield board, (int(random.integers(level.rows)), int(random.integers(level.cols)))

    return click_on_each(f"{level.name}, {_several(boards, 'board')}, a click each", make)


def _several(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def shape(
    name: str, make: Callable[[int], Letters], size: int, click: Square | None = None
) -> Case:
    """A board of a shape, clicked in its first corner if not elsewhere."""
    return one_click(f"{size}×{size}, {name}", lambda: (make(size), click or (0, 0)))


def shapes(size: int) -> list[Case]:
    """Boards that are hard for a flood fill, each in its own way."""
    # Every fourth column is a wall, and this one is in the middle between two.
    middle = (size // 2, size // 8 * 4 + 1)
    return [
        shape("corridors along rows", along_rows, size),
        shape("corridors along columns", along_columns, size),
        shape("corridors along columns, from the middle", along_columns, size, middle),
        shape("spiral", spiral, size),
        shape("comb", comb, size),
        shape("half revealed", half_revealed, size, (size - 1, 0)),
        shape("staircase", staircase, size),
    ]


def usual(level: Level) -> list[Case]:
    """A click of each kind; the opening is of the median size, over random blank squares."""
    return [
        small_click(level, "numbered click", numbered_squares),
        MEDIAN_OPENING[level],
        small_click(level, "mine", mines),
    ]


def small() -> list[Case]:
    return [*usual(BEGINNER), *usual(INTERMEDIATE), *usual(EXPERT), LEETCODE_LIMIT]


def fields(size: int) -> list[Case]:
    return [field(size, size, percent) for percent in (0, 1, 3, 5, 8, 20)]


MEDIAN_OPENING = {
    BEGINNER: opening(BEGINNER, 34),
    INTERMEDIATE: opening(INTERMEDIATE, 38),
    EXPERT: opening(EXPERT, 25, blank=9),
}
LEETCODE_LIMIT = without_mines(50, boards=MANY // 5)
