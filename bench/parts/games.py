"""Games: many at once, a random legal move in each, and a new game where one is over.

Moves are drawn between the steps, off the clock, by the same player for all contestants: any hidden
square of what is visible then, each equally likely. They reach the contestant in a form of its own.

A contestant's file has a class ``Games``:

``Games(number, level, first_click, seed)``
    Games whose mines the contestant lays; a level has ``rows``, ``cols`` and ``mines``.
    `first_click` is "opening" or "any"; raises `DoesNotApply` for a rule that it does not have.
``Games.given(layouts, seed)``
    Games on these mines, of shape (number, rows, cols), which are those of minesweep's seeds from
    this one on; they need not be able to begin again.
``moves(squares)``
    Squares ``row * cols + col``, one a game, in a form of the contestant's; not timed.
``move(moves)``, ``restart()``
    The moves; and new games where they are over, if ``move`` has not seen to that. Only these are
    timed.
``visible()``, ``mines()``
    Arrays of shape (number, rows, cols), not timed: what is visible as in ``minesweep.Game``, and
    where the mines are. Before the first move of a game there may be none yet.
``won()``, ``lost()``
    Arrays of bool, not timed: how the games stood after the last ``move``.

and may have ``most``, how many games at most are played at once; a time is that of one move.
"""

from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np
from minesweep import HIDDEN, reference
from numpy.typing import NDArray

import contestant
from boards import BEGINNER, EXPERT, INTERMEDIATE, Level
from comparison.plan import Plan
from comparison.results import CaseFacts
from contestant import Check

__all__ = ["FULL", "QUICK", "Contestant", "questions"]

NUMBER = 1024
FIRST_CLICKS = ("opening", "any")
# After so many steps, all games together are at every stage of a game.
STEPS_BEFORE = 30

Arrays = NDArray[Any]


@dataclass(frozen=True)
class Case:
    """Games of one size, with one rule for the first click."""

    level: Level
    first_click: str

    @property
    def name(self) -> str:
        level = self.level
        return f"{level.rows}×{level.cols}, {level.mines} mines, first click: {self.first_click}"

    @property
    def items(self) -> int:
        return NUMBER

    @property
    def loads(self) -> tuple[float, ...]:
        return ()

    def facts(self) -> CaseFacts:
        return CaseFacts(self.name, self.level.rows, self.level.cols, NUMBER, self.items)


def full() -> list[Case]:
    levels = (BEGINNER, INTERMEDIATE, EXPERT)
    return [Case(level, rule) for level in levels for rule in FIRST_CLICKS]


FULL = Plan(full, processes=3, seconds=240, slowest=5)
QUICK = Plan(full, processes=1, seconds=35, slowest=2)


class Contestant(contestant.Contestant):
    def __init__(self, key: str, module: ModuleType) -> None:
        super().__init__(key, module)
        self.games = module.Games
        self._most = getattr(module, "most", NUMBER)
        self._current: tuple[Case, Any] | None = None

    def items(self, case: Case) -> int:
        return min(case.items, self._most)

    def attempt(self, case: Case) -> "Step":
        """The next step of games that go on from attempt to attempt."""
        if self._current is None or self._current[0] != case:
            self._current = None
            self._current = case, self._begun(case)
        return Step(self._current[1], case.level)

    def _begun(self, case: Case) -> Any:
        games = self.games(self.items(case), case.level, case.first_click, seed=1)
        for _ in range(STEPS_BEFORE):
            Step(games, case.level).play()
        return games

    def ask(self, question: "Question | FirstClick") -> Check:
        return Check(question.number, question.wrong(self.games))


class Step(contestant.Attempt):
    """A move in each game, and new games where they are over."""

    def __init__(self, games: Any, level: Level) -> None:
        super().__init__()
        self._games, self._level = games, level
        self._moves = games.moves(hidden_squares(games.visible()))

    def play(self) -> None:
        self._games.move(self._moves)
        self._games.restart()

    def check(self) -> Check:
        wrong = inconsistent(self._games.visible(), self._games.mines(), self._level)
        return Check(len(wrong), int(wrong.sum()))


_random = np.random.default_rng(0)


def hidden_squares(visible: Arrays) -> Arrays:
    """One hidden square of each board, all equally likely; the first of a board without any."""
    hidden = (visible == HIDDEN).reshape(len(visible), -1)
    number = hidden.sum(1)
    first = number.cumsum() - number
    place = first + (_random.random(len(visible)) * number).astype(int)
    squares = np.append(np.flatnonzero(hidden), 0) % hidden.shape[1]
    return np.where(number, squares[np.minimum(place, len(squares) - 1)], 0)


def inconsistent(visible: Arrays, mines: Arrays, level: Level) -> Arrays:
    """Which boards cannot be those of games that are not over."""
    numbers = around(mines)
    opened = visible != HIDDEN
    begun = opened.any((1, 2))
    wrong_number = opened & (visible != numbers)
    stopped_short = around((visible == 0) & opened).astype(bool) & ~opened
    wrong_mines = mines.sum((1, 2)) != level.mines
    is_won = (opened | mines).all((1, 2))
    return begun & (
        ((opened & mines) | wrong_number | stopped_short).any((1, 2)) | wrong_mines | is_won
    )


def around(squares: Arrays) -> Arrays:
    """How many squares are set on and around each."""
    _, rows, cols = squares.shape
    padded = np.pad(squares, ((0, 0), (1, 1), (1, 1))).astype(np.int8)
    return sum(padded[:, r : r + rows, c : c + cols] for r in range(3) for c in range(3))


@dataclass(frozen=True)
class Question:
    """Games that are played to their end on given mines, with given moves."""

    rows: int
    cols: int
    n_mines: int
    number: int
    seed: int

    @property
    def name(self) -> str:
        return f"{self.number} games of {self.rows}×{self.cols}"

    def facts(self) -> CaseFacts:
        return CaseFacts(self.name, self.rows, self.cols, self.number, self.number)

    @cached_property
    def played(self) -> tuple[Arrays, list[tuple[Arrays, Arrays, Arrays, Arrays]]]:
        """The mines, and the moves with what is right after them: visible, won, lost."""
        size = self.rows, self.cols, self.n_mines
        games = [
            reference.Game(*size, seed=self.seed + i, first_click="any") for i in range(self.number)
        ]
        layouts = np.array([game.mines for game in games])
        steps = []
        while not all(game.over for game in games):
            squares = hidden_squares(np.array([game.visible for game in games]))
            for game, square in zip(games, squares.tolist(), strict=True):
                game.reveal(*divmod(square, self.cols))
            visible = np.array([game.visible for game in games])
            won, lost = (np.array([getattr(g, end) for g in games]) for end in ("won", "lost"))
            steps.append((squares, visible, won, lost))
        return layouts, steps

    def wrong(self, contestants: Any) -> int:
        """How many games a contestant plays otherwise, looked at after each move to their end."""
        layouts, steps = self.played
        games = contestants.given(layouts, self.seed)
        over = wrong = np.zeros(self.number, bool)
        for squares, visible, won, lost in steps:
            games.move(games.moves(squares))
            differs = (games.visible() != visible).any((1, 2))
            differs |= (games.won() != won) | (games.lost() != lost)
            wrong = wrong | differs & ~over
            over = won | lost
        return int(wrong.sum())


@dataclass(frozen=True)
class FirstClick:
    """First clicks by a rule, on mines that the contestant lays."""

    first_click: str
    number: int = 400

    def facts(self) -> CaseFacts:
        return CaseFacts(f"first click: {self.first_click}", 9, 9, self.number, self.number)

    def wrong(self, contestants: Any) -> int:
        """How many games break the rule; all, where too few or too many hit a mine."""
        squares = np.random.default_rng(0).integers(81, size=self.number)
        games = contestants(self.number, BEGINNER, self.first_click, seed=1)
        games.move(games.moves(squares))
        lost = games.lost()
        if self.first_click == "any":
            expected = self.number * 10 / 81
            return 0 if abs(lost.sum() - expected) < 5 * expected**0.5 else self.number
        shown = games.visible().reshape(self.number, -1)[np.arange(self.number), squares]
        return int((lost | ((shown != 0) & ~games.won())).sum())


def questions() -> list[Question | FirstClick]:
    """Games on boards of usual sizes, and on one wider than a machine word; first clicks."""
    shapes = (BEGINNER, EXPERT, Level("wide", 5, 140, 60), Level("sparse", 12, 7, 3))
    played = [
        Question(level.rows, level.cols, level.mines, 75, seed=1000 * i)
        for i, level in enumerate(shapes, start=1)
    ]
    return [*played, *map(FirstClick, FIRST_CLICKS)]
