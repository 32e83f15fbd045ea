"""Probabilities: how likely each closed square is a mine.

A contestant's file has these names:

``prepare(board, mines)``
    A position in a form of the contestant's; not timed. A board is ``minesweep.Game.visible``.
``solve(position)``
    Only this is timed, a position at a time.
``read(solution)``
    The probabilities as an array of the board's shape; not timed. Open squares are not looked at.
``tolerance``
    How far a right probability may be off; may be left out.

One that takes many positions in one call defines, instead of ``prepare`` and ``solve``:

``solve_all(boards, mines)``
    Boards in a stack. It is timed on `BATCH` of them: those of the case, again and again.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from math import nan
from time import perf_counter
from types import ModuleType
from typing import Any

import minesweep
import numpy as np
from numpy.typing import NDArray

import contestant
import exact
from comparison.plan import Plan
from comparison.results import CaseFacts
from contestant import Check

__all__ = ["FULL", "QUICK", "Contestant", "questions"]

BATCH = 4096
TOLERANCE = 1e-9
ENOUGH = 15
"""Seconds after which no further position is tried: those before must do."""

Boards = NDArray[np.int8]
Chances = NDArray[np.float64]

# With so many squares, exact integers are too slow.
LARGE = 10_000


@dataclass(frozen=True)
class Case:
    """Positions of one size, with equally many mines; made on first use."""

    name: str
    mines: int
    make: Callable[[], Boards]

    @cached_property
    def boards(self) -> Boards:
        return self.make()

    @cached_property
    def right(self) -> list[Chances] | None:
        """Exact probabilities; None for boards that are too large."""
        if self.boards[0].size > LARGE:
            return None
        return [exact.probabilities(board, self.mines) for board in self.boards]

    @property
    def items(self) -> int:
        return len(self.boards)

    @property
    def loads(self) -> tuple[float, ...]:
        return ()

    def facts(self) -> CaseFacts:
        return CaseFacts(self.name, *self.boards.shape[1:], len(self.boards), self.items)

    def wrong(self, number: int, chances: Chances, tolerance: float) -> bool:
        """Whether the probabilities of a board are not the right ones."""
        board = self.boards[number]
        if self.right is None:
            return not adds_up(board, chances, self.mines)
        closed = board < 0
        theirs, right = chances[closed], self.right[number][closed]
        is_far = ~(abs(theirs - right) <= tolerance)  # NaN is far
        says_proven = (theirs == 0) & (right != 0) | (theirs == 1) & (right != 1)
        return bool((is_far | says_proven).any())

    def __getstate__(self) -> dict[str, Any]:
        """Pickled with the boards made and solved, so that no worker has to do it."""
        made = {"boards": self.boards, "right": self.right}
        return {"name": self.name, "mines": self.mines, **made}


def adds_up(board: Boards, chances: Chances, mines: int) -> bool:
    """Whether the sum is the number of mines, and around each number that number.

    And beside no number, where nothing tells them apart, all must be equally likely.
    """
    closed, numbered = board < 0, (board >= 0) & (board <= 8)
    chances = np.where(closed, chances, board == 9)
    beside_none = chances[closed & (around(numbered) == 0)]
    return bool(
        (chances >= 0).all()
        and (chances <= 1).all()
        and abs(chances.sum() - mines) < TOLERANCE * mines
        and (abs(around(chances) - board)[numbered] < TOLERANCE).all()
        and (abs(beside_none - beside_none[:1]) < TOLERANCE).all()
    )


def around(squares: NDArray[Any]) -> Chances:
    """The sum of each square and those around it."""
    rows, cols = squares.shape
    padded = np.pad(squares.astype(float), 1)
    return sum(padded[r : r + rows, c : c + cols] for r in range(3) for c in range(3))


def full() -> list[Case]:
    return [bot_play(512), safe_play(512), coastline(1000), lattice(16, 30, 3)]


def quick() -> list[Case]:
    return [bot_play(64), safe_play(64), coastline(1000), lattice(12, 30, 1)]


FULL = Plan(full, processes=3, seconds=240, slowest=5)
QUICK = Plan(quick, processes=1, seconds=15, slowest=1)


def bot_play(number: int) -> Case:
    """What a bot meets that opens what is proven safe, or else the square least likely a mine."""

    def positions() -> Iterator[Boards]:
        for seed in count():
            game = minesweep.Game(*minesweep.EXPERT, seed=seed)
            game.reveal(3, 3)
            while not game.over:
                yield game.visible.copy()
                chances = minesweep.probabilities(game.visible, game.n_mines)
                chances[game.visible >= 0] = 2
                for square in np.argwhere(chances == chances.min()):
                    game.reveal(*square)
                    if chances.min():
                        break

    return _expert("expert, a bot's play", number, positions)


def safe_play(number: int) -> Case:
    """What is met where random squares are opened that hold no mine."""

    def positions() -> Iterator[Boards]:
        random = np.random.default_rng(0)
        for seed in count():
            game = minesweep.Game(*minesweep.EXPERT, seed=seed)
            game.reveal(3, 3)
            while not game.over:
                yield game.visible.copy()
                game.reveal(*random.choice(np.argwhere((game.visible < 0) & ~game.mines)))

    return _expert("expert, random safe play", number, positions)


def _expert(name: str, number: int, positions: Callable[[], Iterator[Boards]]) -> Case:
    """Some of the first positions; neighbouring ones are much alike."""

    def make() -> Boards:
        found = [board for board, _ in zip(positions(), range(8 * number), strict=False)]
        return np.stack(found[::8])

    return Case(name, minesweep.EXPERT[2], make)


def lattice(rows: int, cols: int, number: int) -> Case:
    """Every second square of every second row open: no number is like another."""
    mines = round(rows * cols * 0.206)

    def make() -> Boards:
        return np.stack([_lattice(rows, cols, mines, seed) for seed in range(number)])

    return Case(f"{rows}×{cols}, every second square open", mines, make)


def coastline(size: int, percent: float = 20.6) -> Case:
    """All openings of a random board open."""
    mines = round(size * size * percent / 100)

    def make() -> Boards:
        return _openings(_layout(size, size, mines, size))[None]

    return Case(f"{size}×{size}, {percent} % mines, all openings open", mines, make)


def questions() -> list[Case]:
    """Positions of play on all sizes and densities, small lattices and coastlines."""
    random = np.random.default_rng(529)
    return [_question(i, random) for i in range(300)]


def _question(i: int, random: np.random.Generator) -> Case:
    rows, cols = map(int, random.integers(2, 17, 2))
    mines = int(random.integers(1, max(rows * cols // 3, 2)))
    if i % 3 == 0:
        board = _openings(_layout(rows, cols, mines, i))
    elif i % 3 == 1:
        rows, cols = min(rows, 9), min(cols, 9)
        mines = min(mines, rows * cols // 4)
        board = _lattice(rows, cols, mines, i)
    else:
        game = minesweep.Game(rows, cols, mines, seed=i, first_click="safe")
        for _ in range(random.integers(1, 9)):
            safe = np.argwhere((game.visible < 0) & ~game.mines)
            if game.safe_left > 1:
                game.reveal(*random.choice(safe))
        board = game.visible.copy()
    return Case(f"question {i}", mines, lambda: board[None])


def _layout(rows: int, cols: int, mines: int, seed: int) -> NDArray[np.bool_]:
    squares = np.arange(rows * cols) < mines
    return np.random.default_rng(seed).permutation(squares).reshape(rows, cols)


def _lattice(rows: int, cols: int, mines: int, seed: int) -> Boards:
    opened = np.zeros((rows, cols), bool)
    opened[1::2, 1::2] = True
    mined = np.zeros((rows, cols), bool)
    closed = np.random.default_rng(seed).permutation(np.flatnonzero(~opened))
    mined.flat[closed[:mines]] = True
    return np.where(opened, minesweep.numbers(mined), minesweep.HIDDEN).astype(np.int8)


def _openings(mines: NDArray[np.bool_]) -> Boards:
    visible = np.full(mines.shape, minesweep.HIDDEN, np.int8)
    for square in np.argwhere(minesweep.numbers(mines) == 0):
        minesweep.reveal(visible, *square, mines=mines)
    return visible


class Contestant(contestant.Contestant):
    def __init__(self, key: str, module: ModuleType) -> None:
        super().__init__(key, module)
        self.module = module
        self.tolerance: float = getattr(module, "tolerance", TOLERANCE)
        self.takes_many = hasattr(module, "solve_all")
        self.form = "a stack" if self.takes_many else "one a call"

    def items(self, case: Case) -> int:
        return BATCH if self.takes_many and case.items > 1 else case.items

    def attempt(self, case: Case) -> contestant.Attempt:
        return Batch(self, case) if self.takes_many else OneByOne(self, case)


class OneByOne(contestant.Attempt):
    """A position at a time, each timed on its own; after one that raises the others go on."""

    def __init__(self, contestant: Contestant, case: Case) -> None:
        super().__init__()
        self._contestant, self._case = contestant, case
        self._positions = [contestant.module.prepare(board, case.mines) for board in case.boards]
        self._solutions: list[Any] = []

    def play(self) -> None:
        solve = self._contestant.module.solve
        until = perf_counter() + ENOUGH
        for position in self._positions:
            began = perf_counter()
            if began > until:
                break
            try:
                solution = solve(position)
                self.laps.append(perf_counter() - began)
            except Exception as error:
                solution = error
                self.laps.append(nan)
            self._solutions.append(solution)

    def check(self) -> Check:
        read, tolerance = self._contestant.module.read, self._contestant.tolerance
        raised = [s for s in self._solutions if isinstance(s, Exception)]
        wrong = sum(
            self._case.wrong(number, np.asarray(read(solution)), tolerance)
            for number, solution in enumerate(self._solutions)
            if not isinstance(solution, Exception)
        )
        names = frozenset(type(error).__name__ for error in raised)
        return Check(len(self._solutions), wrong + len(raised), names)


class Batch(contestant.Attempt):
    """All positions in one call."""

    def __init__(self, contestant: Contestant, case: Case) -> None:
        super().__init__()
        self._contestant, self._case = contestant, case
        shape = case.boards.shape[1:]
        self._boards = np.resize(case.boards, (contestant.items(case), *shape))
        self._solutions: Any = None

    def play(self) -> None:
        self._solutions = self._contestant.module.solve_all(self._boards, self._case.mines)

    def check(self) -> Check:
        number, tolerance = len(self._case.boards), self._contestant.tolerance
        wrong = {
            i % number
            for i, chances in enumerate(self._contestant.module.read(self._solutions))
            if self._case.wrong(i % number, chances, tolerance)
        }
        return Check(number, len(wrong))
