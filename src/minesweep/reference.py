"""The rule, the games and the probabilities in plain Python: a specification, to be read.

It takes lists of lists alone and keeps the same contract as the compiled functions, their
exceptions included. It is slow, and nothing in the package calls it; the tests compare with it.

The rule is that of LeetCode problem 529, "Minesweeper"
(https://leetcode.com/problems/minesweeper/).

Examples
--------
>>> from minesweep import reference
>>> board = [list("EEEEE"), list("EEMEE"), list("EEEEE"), list("EEEEE")]
>>> reference.reveal(board, 3, 0)
18
>>> print("\\n".join(map("".join, board)))
B1E1B
B1M1B
B111B
BBBBB
"""

import copy
import itertools
import operator
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import comb
from operator import itemgetter
from typing import Any, NamedTuple, SupportsIndex

from minesweep import _errors
from minesweep._types import Click

__all__ = [
    "Draws",
    "Game",
    "Solution",
    "bbbv",
    "check_board",
    "layout",
    "numbers",
    "openings",
    "probabilities",
    "reveal",
    "solutions",
    "updateBoard",
]

Board = list[list[str]]
Mines = list[list[bool]]
Visible = list[list[int]]
Square = tuple[int, int]

_EDGES = ((-1, 0), (0, -1), (0, 1), (1, 0))
_CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def reveal(
    board: Board | Visible,
    row: SupportsIndex,
    col: SupportsIndex,
    *,
    mines: Mines | None = None,
    connectivity: SupportsIndex = 8,
) -> int:
    """Click on a square, in place; the number of squares that changed.

    See `minesweep.reveal`, whose contract this is.

    Examples
    --------
    >>> board = [["E", "E", "M"]]
    >>> reveal(board, 0, 0), board
    (2, [['B', '1', 'M']])
    >>> visible = [[HIDDEN, HIDDEN, HIDDEN]]
    >>> reveal(visible, 0, 0, mines=[[False, False, True]]), visible
    (2, [[0, 1, -1]])
    """
    at_row, at_col = _integer("row", row), _integer("column", col)
    steps = _steps(connectivity)
    squares = _Letters(board) if mines is None else _Pair(board, mines)
    if not (0 <= at_row < squares.rows and 0 <= at_col < squares.cols):
        raise _errors.outside(at_row, at_col, squares.rows, squares.cols)
    clicked = squares.read(at_row, at_col)
    if clicked is None:
        raise squares.bad(at_row, at_col)
    if clicked == "M":
        squares.write(at_row, at_col, "X")
        return 1
    if clicked != "E":
        return 0
    opened = _opening(squares, (at_row, at_col), steps)
    for (r, c), letter in sorted(opened.items()):
        squares.write(r, c, letter)
    return len(opened)


def updateBoard(board: Board, click: Click) -> Board:
    """Click on a square, in place, and return the same board: LeetCode 529's signature.

    Examples
    --------
    >>> updateBoard([["E", "M"]], [0, 0])
    [['1', 'M']]
    """
    try:
        row, col = click
    except (TypeError, ValueError) as error:
        raise _errors.not_a_pair(click, error) from None
    reveal(board, row, col)
    return board


class Solution:
    """LeetCode 529's class.

    Examples
    --------
    >>> Solution().updateBoard([["M"]], [0, 0])
    [['X']]
    """

    def updateBoard(self, board: Board, click: Click) -> Board:
        """Click on a square, in place, and return the same board."""
        return updateBoard(board, click)


def check_board(board: Board) -> None:
    """Read every square, and raise for the first bad one in reading order.

    Examples
    --------
    >>> check_board([["E", "M", "X", "B", "8"]])
    >>> check_board([["E", "F"]])
    Traceback (most recent call last):
    ValueError: square (0, 1) of the board must be M, E, B, 1 to 8 or X, not 'F'
    """
    squares = _Letters(board)
    for row in range(squares.rows):
        for col in range(squares.cols):
            if squares.read(row, col) is None:
                raise squares.bad(row, col)


class _Letters:
    """A board of letters: the squares as they are."""

    def __init__(self, board: Any) -> None:
        self.board = board
        self.rows, self.cols = _size(board)

    def read(self, row: int, col: int) -> str | None:
        """The letter on a square; None where there is no such thing."""
        line = self.board[row]
        if not isinstance(line, list) or len(line) != self.cols:
            return None
        letter = line[col]
        if not isinstance(letter, str) or len(letter) != 1 or letter not in "MEB12345678X":
            return None
        return letter

    def has_mine(self, row: int, col: int) -> bool:
        return self.read(row, col) in ("M", "X")

    def write(self, row: int, col: int, letter: str) -> None:
        self.board[row][col] = letter

    def bad(self, row: int, col: int) -> Exception:
        """The error for a square that has no letter."""
        return _errors.bad_list_square(self.board, row, col, self.cols)


class _Pair(_Letters):
    """The two boards of a game, which are read and written as if they were one of letters."""

    def __init__(self, visible: Any, mines: Mines) -> None:
        super().__init__(visible)
        self.mines = mines
        shape, fit = (self.rows, self.cols), _size(mines)
        if fit != shape or {len(line) for line in (*visible, *mines)} != {self.cols}:
            raise _errors.unequal_shapes(shape, fit)

    def read(self, row: int, col: int) -> str | None:
        value = self.board[row][col]
        if value not in range(FLAG, MINE + 1):
            return None
        if self.mines[row][col]:
            return "M" if value == HIDDEN else "X"
        return "E" if value == HIDDEN else "B"

    def has_mine(self, row: int, col: int) -> bool:
        return bool(self.mines[row][col])  # whatever is visible there

    def write(self, row: int, col: int, letter: str) -> None:
        self.board[row][col] = "B12345678X".index(letter)

    def bad(self, row: int, col: int) -> Exception:
        return _errors.bad_visible(row, col, self.board[row][col])


def _opening(squares: _Letters, start: Square, steps: tuple[Square, ...]) -> dict[Square, str]:
    """What the squares that a click on an ``E`` opens become; the board stays as it is."""
    opened: dict[Square, str] = {}
    bad: list[Square] = []
    waiting = [start]
    while waiting:
        square = waiting.pop()
        if square in opened:
            continue
        mines, empty = 0, []
        for r, c in _neighbours(square, squares.rows, squares.cols, steps):
            letter = squares.read(r, c)
            mines += squares.has_mine(r, c)
            if letter is None:
                bad.append((r, c))
            elif letter == "E":
                empty.append((r, c))
        opened[square] = str(mines) if mines else "B"
        if not mines:
            waiting += empty
    if bad:
        raise squares.bad(*min(bad))
    return opened


def _neighbours(
    square: Square, rows: int, cols: int, steps: tuple[Square, ...]
) -> Iterator[Square]:
    row, col = square
    for down, right in steps:
        if 0 <= row + down < rows and 0 <= col + right < cols:
            yield row + down, col + right


def _size(board: object) -> tuple[int, int]:
    """Rows and columns; the first row tells how many columns there are."""
    if not isinstance(board, list):
        raise _errors.not_a_board(board)
    if not board:
        raise _errors.no_rows()
    if not isinstance(board[0], list):
        raise _errors.not_a_list(0, board[0])
    if not board[0]:
        raise _errors.no_columns()
    return len(board), len(board[0])


def _steps(connectivity: SupportsIndex) -> tuple[Square, ...]:
    """The steps from a square to its neighbours."""
    if connectivity == 8:
        return _EDGES + _CORNERS
    if connectivity == 4:
        return _EDGES
    raise _errors.bad_connectivity(connectivity)


def _integer(name: str, value: SupportsIndex) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise _errors.not_an_integer(name, value) from None


# ---- games: hidden mines, and what the player sees of them ----

# What a square of `visible` is, if not the number of mines around it.
HIDDEN, FLAG, MINE = -1, -2, 9


class Draws:
    """The random draws of a seed, always the same ones.

    They are SplitMix64's, with the mixed seed for its first state: Guy L. Steele Jr., Doug Lea and
    Christine H. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014
    (https://doi.org/10.1145/2660193.2660195), with the constants of Sebastiano Vigna's code in the
    public domain (https://prng.di.unimi.it/splitmix64.c).

    Examples
    --------
    >>> draws = Draws(1)
    >>> [draws.below(100) for _ in range(8)]
    [74, 37, 43, 95, 20, 59, 45, 18]
    """

    def __init__(self, seed: int) -> None:
        self.state = _mixed(seed)

    def below(self, count: int) -> int:
        """A number from 0 to count - 1: the draw, as a fraction of 2**64, of the count."""
        self.state = (self.state + _GOLD) & _MASK
        return _mixed(self.state) * count >> 64


_GOLD, _MASK = 0x9E3779B97F4A7C15, 2**64 - 1


def _mixed(z: int) -> int:
    """Scatter a number of 64 bits; numbers that differ still differ."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & _MASK
    return z ^ z >> 31


def layout(draws: Draws, squares: int, mines: int) -> set[int]:
    """Draw the places of so many mines: all sets of as many squares are equally likely.

    Robert Floyd's sampling, which rejects no draw: Jon Bentley and Robert Floyd, "Programming
    pearls: a sample of brilliance", Communications of the ACM 30 (9), 1987
    (https://doi.org/10.1145/30401.315746).

    Examples
    --------
    >>> sorted(layout(Draws(1), 81, 10))
    [14, 15, 25, 27, 32, 35, 45, 53, 71, 80]
    """
    places: set[int] = set()
    for last in range(squares - mines, squares):
        place = draws.below(last + 1)
        places.add(last if place in places else place)
    return places


class Game:
    """A game with hidden mines.

    See `minesweep.Game`, whose contract this is. Here boards are lists of lists, and `revealed` is
    a list of pairs.

    Examples
    --------
    >>> game = Game(4, 6, 3, seed=1)
    >>> game.reveal(0, 0)
    12
    >>> print(game)
    01....
    01....
    0113..
    0001..
    """

    def __init__(
        self,
        rows: SupportsIndex,
        cols: SupportsIndex,
        mines: SupportsIndex,
        *,
        seed: SupportsIndex | None = None,
        first_click: str = "opening",
    ) -> None:
        self._rows, self._cols, self.n_mines = _game_size(rows, cols, mines)
        if first_click not in ("any", "safe", "opening"):
            raise _errors.bad_first_click(first_click)
        self._first_click = first_click
        self.visible: Visible = [[HIDDEN] * self._cols for _ in range(self._rows)]
        self.mines: Mines = [[False] * self._cols for _ in range(self._rows)]
        self.revealed: list[Square] = []
        self.seed: int | None = _seed(seed)
        self._lay_mines(self.seed)

    @classmethod
    def from_mines(cls, mines: Mines) -> "Game":
        """A game on a layout of your own, whose mines never move."""
        rows, cols = _size(mines)
        game = cls(rows, cols, sum(map(sum, mines)), seed=0, first_click="any")
        game.mines, game.seed = [list(line) for line in mines], None
        return game

    def reset(self, seed: SupportsIndex | None = None) -> None:
        """Begin a new game, of the next seed unless one is given."""
        if self.seed is not None:
            self.seed = (self.seed + _GOLD) & _MASK if seed is None else _seed(seed)
            self._lay_mines(self.seed)
        elif seed is not None:
            raise _errors.no_seeds()
        for line in self.visible:
            line[:] = [HIDDEN] * self._cols
        self.revealed = []

    def reveal(self, row: SupportsIndex, col: SupportsIndex) -> int:
        """Reveal a hidden square; the number of squares that changed."""
        return self._open([self._square(row, col)])

    def chord(self, row: SupportsIndex, col: SupportsIndex) -> int:
        """Reveal all hidden squares around a number that has as many flags around it."""
        square = self._square(row, col)
        around = self._around(square)
        flags = sum(self.visible[r][c] == FLAG for r, c in around)
        return self._open(around if self.visible[square[0]][square[1]] == flags else [])

    def open_safe(self) -> int:
        """Reveal every square that is proven safe, again and again until none is."""
        before = [list(line) for line in self.visible]
        found = True
        while found and not self.over:
            chances = probabilities(self.visible, self.n_mines)
            safe = [(r, c) for r, c in self._squares() if chances[r][c] == 0]
            found = self._open(safe) > 0
        self.revealed = [(r, c) for r, c in self._squares() if self.visible[r][c] != before[r][c]]
        return len(self.revealed)

    def flag(self, row: SupportsIndex, col: SupportsIndex) -> bool:
        """Put a flag on a hidden square or take it away; whether it has one now."""
        r, c = self._square(row, col)
        if self.visible[r][c] < 0 and not self.over:
            self.visible[r][c] = FLAG if self.visible[r][c] == HIDDEN else HIDDEN
        return self.visible[r][c] == FLAG

    @property
    def lost(self) -> bool:
        """Whether a mine was hit: who opens the last square together with a mine has lost."""
        return any(MINE in line for line in self.visible)

    @property
    def won(self) -> bool:
        """Whether every free square is open, and no mine was hit; flags do not matter."""
        return self.safe_left == 0 and not self.lost

    @property
    def over(self) -> bool:
        """Whether the game is won or lost."""
        return self.won or self.lost

    @property
    def safe_left(self) -> int:
        """How many free squares are still closed."""
        return sum(self.visible[r][c] < 0 and not self.mines[r][c] for r, c in self._squares())

    def copy(self) -> "Game":
        """An independent game in the same state."""
        return copy.deepcopy(self)

    __copy__ = copy

    def __str__(self) -> str:
        return "\n".join("".join("012345678*F."[value] for value in line) for line in self.visible)

    def __repr__(self) -> str:
        state = "won" if self.won else "lost" if self.lost else "playing"
        size = f"{self._rows}x{self._cols}, {self.n_mines} mines"
        return f"<minesweep.reference.Game {size}, seed {self.seed}, {state}>"

    def _open(self, squares: list[Square]) -> int:
        """Reveal those that are hidden, every one of them, also after a mine among them."""
        before = [list(line) for line in self.visible]
        for row, col in squares if not self.over else []:
            if self.visible[row][col] == HIDDEN:
                if all(value < 0 for line in self.visible for value in line):
                    self._make_room((row, col))
                reveal(self.visible, row, col, mines=self.mines)
        self.revealed = [(r, c) for r, c in self._squares() if self.visible[r][c] != before[r][c]]
        return len(self.revealed)

    def _make_room(self, clicked: Square) -> None:
        """Move the mines where the first click needs squares free, each to a free square outside.

        So every allowed board stays equally likely. Where nothing is free outside, the mine under
        the click moves to a square around it; the others stay.
        """
        around = self._around(clicked)
        zone = {"any": [], "safe": [clicked], "opening": [clicked, *around]}[self._first_click]
        for row, col in zone:
            if not self.mines[row][col]:
                continue
            free = [(r, c) for r, c in self._squares() if not self.mines[r][c]]
            places = [square for square in free if square not in zone]
            if not places and (row, col) == clicked:
                places = [square for square in free if square in around]
            if places:
                to_row, to_col = places[self._draws.below(len(places))]
                self.mines[row][col], self.mines[to_row][to_col] = False, True

    def _lay_mines(self, seed: int) -> None:
        self._draws = Draws(seed)
        places = layout(self._draws, self._rows * self._cols, self.n_mines)
        for row, col in self._squares():
            self.mines[row][col] = row * self._cols + col in places

    def _squares(self) -> Iterator[Square]:
        """All squares, in reading order."""
        return itertools.product(range(self._rows), range(self._cols))

    def _around(self, square: Square) -> list[Square]:
        """The neighbours of a square, in reading order."""
        return sorted(_neighbours(square, self._rows, self._cols, _steps(8)))

    def _square(self, row: SupportsIndex, col: SupportsIndex) -> Square:
        r, c = _integer("row", row), _integer("column", col)
        if not (0 <= r < self._rows and 0 <= c < self._cols):
            raise _errors.outside(r, c, self._rows, self._cols)
        return r, c


def numbers(mines: Mines) -> Visible:
    """The board with everything revealed: the number of mines around each square, or `MINE`.

    Examples
    --------
    >>> numbers([[False, True], [False, False]])
    [[1, 9], [1, 1]]
    """
    visible = [[HIDDEN] * len(line) for line in mines]
    for row, col in itertools.product(range(len(mines)), range(len(mines[0]))):
        reveal(visible, row, col, mines=mines)
    return visible


def openings(mines: Mines) -> int:
    """How many openings there are: areas of adjacent squares without mines around them.

    Examples
    --------
    >>> openings([[False, False, True, False, False]])
    2
    """
    return _all_openings(mines)[0]


def bbbv(mines: Mines) -> int:
    """The least number of clicks that reveals all free squares, without chords.

    Bechtel's Board Benchmark Value, 3BV (http://stephan-bechtel.de/3bv.htm): a click for each
    opening, and one for each numbered square that no opening reveals.

    Examples
    --------
    >>> bbbv([[False, False, True, False, True]])
    2
    """
    clicks, visible = _all_openings(mines)
    squares = itertools.product(range(len(mines)), range(len(mines[0])))
    return clicks + sum(visible[r][c] == HIDDEN and not mines[r][c] for r, c in squares)


def _all_openings(mines: Mines) -> tuple[int, Visible]:
    """Reveal all openings: how many there are, and the board after that."""
    visible, count = [[HIDDEN] * len(line) for line in mines], 0
    for row, line in enumerate(numbers(mines)):
        for col, number in enumerate(line):
            if number == 0 and visible[row][col] == HIDDEN:
                reveal(visible, row, col, mines=mines)
                count += 1
    return count, visible


def _game_size(
    rows: SupportsIndex, cols: SupportsIndex, mines: SupportsIndex
) -> tuple[int, int, int]:
    r, c, m = (_whole(*size) for size in (("rows", rows), ("cols", cols), ("mines", mines)))
    if r < 1 or c < 1:
        raise _errors.bad_size(r, c)
    if not 0 <= m < r * c:
        raise _errors.bad_mines(m, r * c)
    return r, c, m


def _seed(seed: SupportsIndex | None) -> int:
    """The seed that is meant; None asks the system for one."""
    if seed is None:
        return int.from_bytes(os.urandom(8), "little")
    number = _whole("seed", seed)
    if not 0 <= number <= _MASK:
        raise _errors.bad_seed(number)
    return number


def _whole(name: str, value: SupportsIndex) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise _errors.no_integer(name, value) from None


# ---- probabilities: a flag counts as hidden, since it is a player's claim ----


class _Group(NamedTuple):
    """Numbers that share closed squares: the mines that each still needs, and where."""

    numbers: list[tuple[int, set[Square]]]
    squares: set[Square]


def solutions(visible: Visible, mines: int) -> int:
    """How many layouts with that many mines in all fit the numbers of a board.

    Examples
    --------
    >>> solutions([[-1, 1, -1, -1]], 2)
    2
    """
    groups, rest, left = _frontier(visible, mines)
    return _layouts([_placements(group) for group in groups], rest, left)


def probabilities(visible: Visible, mines: int) -> list[list[Fraction]]:
    """How likely each square is a mine: the share of the layouts that fit in which it is one.

    See `minesweep.probabilities`, whose contract this is, for a single board.

    Examples
    --------
    >>> print(*probabilities([[-1, 1, -1, -1]], 2)[0])
    1/2 0 1/2 1
    """
    groups, rest, left = _frontier(visible, mines)
    placements = [_placements(group) for group in groups]
    total = _layouts(placements, rest, left)
    if not total:
        raise _errors.no_layout(mines)
    mined = _layouts(placements, rest - 1, left - 1) if rest else 0
    chance = [[Fraction(mined, total) if v < 0 else Fraction(v == 9) for v in r] for r in visible]
    for number, group in enumerate(groups):
        others = placements[:number] + placements[number + 1 :]
        for row, col in group.squares:
            mined = _layouts([*others, _placements(group, mine=(row, col))], rest, left)
            chance[row][col] = Fraction(mined, total)
    return chance


def _frontier(visible: Visible, mines: int) -> tuple[list[_Group], int, int]:
    """The groups, how many closed squares are beside no number, and how many mines are left."""
    rows, cols = len(visible), len(visible[0])
    squares = {(row, col): int(visible[row][col]) for row in range(rows) for col in range(cols)}
    groups: list[_Group] = []
    for square, value in squares.items():
        if not -2 <= value <= 9:
            raise _errors.bad_visible(*square, value)
        if not 0 <= value <= 8:
            continue
        around = list(_neighbours(square, rows, cols, _EDGES + _CORNERS))
        closed = {neighbour for neighbour in around if squares[neighbour] < 0}
        need = value - sum(squares[neighbour] == 9 for neighbour in around)
        sharing = [group for group in groups if not group.squares.isdisjoint(closed)]
        groups = [group for group in groups if group.squares.isdisjoint(closed)]
        numbers = [number for group in sharing for number in group.numbers]
        together = closed.union(*(group.squares for group in sharing))
        groups.append(_Group([*numbers, (need, closed)], together))
    values = list(squares.values())
    rest = sum(value < 0 for value in values) - sum(len(group.squares) for group in groups)
    return groups, rest, mines - values.count(9)


def _placements(group: _Group, mine: Square | None = None) -> Counter[int]:
    """The ways to lay mines on a group's squares (one of them here, if given), by their number.

    Square by square; ways with equally many mines that leave the same needs are counted together.
    """
    states = Counter({(0, tuple(need for need, _ in group.numbers)): 1})
    squares = sorted(group.squares, key=itemgetter(1, 0))
    for done, square in enumerate(squares, 1):
        beside = [square in around for _, around in group.numbers]
        room = [len(around.intersection(squares[done:])) for _, around in group.numbers]
        before, states = states, Counter()
        for (placed, needs), ways in before.items():
            for laid in (0, 1) if square != mine else (1,):
                after = tuple(need - laid * near for need, near in zip(needs, beside, strict=True))
                if all(0 <= need <= most for need, most in zip(after, room, strict=True)):
                    states[placed + laid, after] += ways
    return Counter({placed: ways for (placed, needs), ways in states.items() if not any(needs)})


def _layouts(placements: Iterable[Counter[int]], rest: int, left: int) -> int:
    """How many layouts there are: those of the groups, with all other mines on the rest."""
    total = Counter({0: 1})
    for part in placements:
        before, total = total, Counter()
        for placed, ways in before.items():
            for more, further in part.items():
                total[placed + more] += ways * further
    return sum(ways * comb(rest, left - n) for n, ways in total.items() if n <= left)
