"""What is timed: cases of boards and clicks, their seeds fixed, and their answers."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import count, islice
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
    to_square,
)
from build import extension
from forms import LISTS

Job = tuple[int, int, int]
"""Which of the boards, row, column."""
Made = tuple[list[Letters], list[Job]]

# Small clicks are timed over this many different boards in one loop: the clock's resolution
# then does not count, no branch predictor can learn a board by heart, and all of them stay in
# the processor's cache.
MANY = 64
GAMES = 8
# Squares for which the reference would take long.
LARGE = 1_000_000


@dataclass(frozen=True)
class Case:
    """Boards and clicks that are timed as one; made when first asked for."""

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
    def squares(self) -> int:
        return sum(board.size for board in self.boards)

    @cached_property
    def solved(self) -> list[Letters]:
        """What the boards must look like after the clicks."""
        return (_by_reference if self.squares < LARGE else _by_textbook)(*self._made)

    @cached_property
    def opened(self) -> float:
        """Squares that change, for each click."""
        pairs = zip(self.boards, self.solved, strict=True)
        return sum(int((before != after).sum()) for before, after in pairs) / len(self.jobs)

    def __getstate__(self) -> dict[str, Any]:
        """What travels to another process: all is made, and answered, before."""
        return {"name": self.name, "_made": self._made, "solved": self.solved}


def _by_reference(boards: list[Letters], jobs: list[Job]) -> list[Letters]:
    solved = [LISTS.make(board) for board in boards]
    for board, row, col in jobs:
        reference.reveal(solved[board], row, col)
    return [LISTS.letters(board) for board in solved]


def _by_textbook(boards: list[Letters], jobs: list[Job]) -> list[Letters]:
    """By the textbook flood, which the comparison holds to the reference on other boards."""
    reveal = extension("textbook").reveal_array
    solved = [board.copy() for board in boards]
    for board, row, col in jobs:
        reveal(solved[board], row, col)
    return solved


def one_click(name: str, make: Callable[[], tuple[Letters, Square]]) -> Case:
    return many_clicks(name, lambda: [make()])


def many_clicks(name: str, make: Callable[[], Iterable[tuple[Letters, Square]]]) -> Case:
    """One click on each of some boards."""

    def made() -> Made:
        games = list(make())
        jobs = [(i, *square) for i, (_, square) in enumerate(games)]
        return [board for board, _ in games], jobs

    return Case(name, made)


def small_click(level: Level, what: str, squares: Callable[[Letters], Squares]) -> Case:
    """A click on a random square of one kind, over many boards."""

    def games() -> Iterator[tuple[Letters, Square]]:
        for seed in range(MANY):
            board = level.board(seed)
            yield board, to_square(np.random.default_rng(seed).choice(squares(board)))

    return many_clicks(f"{level.name}, {what}", games)


def opening(level: Level, size: int, blank: int | None = None) -> Case:
    """Openings of exactly this size, and with so many blanks, over many boards."""

    def games() -> Iterator[tuple[Letters, Square]]:
        for board in map(level.board, count()):
            for square, opened, blank_ones in openings(board):
                if opened == size and blank in (None, blank_ones):
                    yield board, square
                    break

    return many_clicks(f"{level.name}, opening of {size}", lambda: islice(games(), MANY))


def numbered(rows: int, cols: int, clicks: int = 1000) -> Case:
    """Numbered clicks close together on a board, or on as many boards as have room for them.

    So the way of a large board into the processor's cache is shared by all of them.
    """

    def make() -> Made:
        fields: list[Letters] = []
        jobs: list[Job] = []
        while len(jobs) < clicks:
            board = minefield(rows, cols, rows * cols // 5, seed=len(fields))
            squares = numbered_squares(board)
            distance = np.abs(squares - (rows // 2, cols // 2)).max(axis=1)
            near = squares[np.argsort(distance, kind="stable")[: clicks - len(jobs)]]
            jobs += [(len(fields), *to_square(pair)) for pair in near]
            fields.append(board)
        return fields, jobs

    return Case(f"{rows}×{cols}, numbered click", make)


def field(size: int, percent: float) -> Case:
    """A square field with so many mines, and a click that opens as much as can be."""

    def make() -> tuple[Letters, Square]:
        board = minefield(size, size, round(size * size * percent / 100), seed=size)
        return board, giant(board, seed=size)

    return one_click(f"{size}×{size}, {percent:g} % mines", make)


def games(level: Level, clicks: int, number: int = GAMES) -> Case:
    """Random clicks on one board, none on a mine; some meet what others have opened.

    A few such games, so that the first one's way into the processor's caches is shared.
    """

    def make() -> Made:
        boards = [level.board(seed) for seed in range(number)]
        jobs = [
            (game, *to_square(pair))
            for game, board in enumerate(boards)
            for pair in np.random.default_rng(game).choice(np.argwhere(board == EMPTY), clicks)
        ]
        return boards, jobs

    return Case(f"{level.name}, {clicks} clicks on one board", make)


def fresh_boards(level: Level, number: int) -> Case:
    """One random click on each of many boards."""

    def games() -> Iterator[tuple[Letters, Square]]:
        random = np.random.default_rng(0)
        for seed in range(number):
            board = level.board(seed)
            yield board, (int(random.integers(level.rows)), int(random.integers(level.cols)))

    return many_clicks(f"{level.name}, {number} boards, a click each", games)


def shapes(size: int) -> list[Case]:
    """Boards that are hard on a flood, one way or another."""
    corner = (0, 0)
    return [
        one_click(f"{size}×{size}, corridors along rows", lambda: (along_rows(size), corner)),
        one_click(f"{size}×{size}, corridors along columns", lambda: (along_columns(size), corner)),
        one_click(f"{size}×{size}, spiral", lambda: (spiral(size), corner)),
        one_click(f"{size}×{size}, comb", lambda: (comb(size), corner)),
        one_click(
            f"{size}×{size}, half revealed",
            lambda: (half_revealed(size, size * size // 100, seed=size), (size - 1, 0)),
        ),
    ]


def usual(level: Level) -> list[Case]:
    """A click of each kind; the opening is the median of those that a random blank opens."""
    return [
        small_click(level, "numbered click", numbered_squares),
        MEDIAN_OPENING[level],
        small_click(level, "mine", mines),
    ]


def small() -> list[Case]:
    return [*usual(BEGINNER), *usual(INTERMEDIATE), *usual(EXPERT), LEETCODE_LIMIT]


def fields(size: int) -> list[Case]:
    return [field(size, percent) for percent in (0, 1, 3, 5, 8, 20)]


MEDIAN_OPENING = {
    BEGINNER: opening(BEGINNER, 34),
    INTERMEDIATE: opening(INTERMEDIATE, 38),
    EXPERT: opening(EXPERT, 25, blank=9),
}
LEETCODE_LIMIT = many_clicks(
    "50×50 without mines", lambda: [(empty(50, 50), (25, 25)) for _ in range(MANY // 5)]
)
