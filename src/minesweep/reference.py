"""The rule in plain Python: a specification to read, and what the compiled core is held to.

It takes lists of lists alone and keeps the same contract as the compiled functions, their
exceptions included. It is slow, and nothing in the package calls it.

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

import operator
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import comb
from operator import itemgetter
from typing import Any, NamedTuple, SupportsIndex

from minesweep import _errors

__all__ = ["Solution", "check_board", "probabilities", "reveal", "solutions", "updateBoard"]

Board = list[list[str]]
Square = tuple[int, int]

_EDGES = ((-1, 0), (0, -1), (0, 1), (1, 0))
_CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def reveal(board: Board, row: SupportsIndex, col: SupportsIndex, *, connectivity: int = 8) -> int:
    """Click on a square, in place; the number of squares that changed.

    See `minesweep.reveal`, whose contract this is.

    Examples
    --------
    >>> board = [["E", "E", "M"]]
    >>> reveal(board, 0, 0), board
    (2, [['B', '1', 'M']])
    """
    at_row, at_col = _integer("row", row), _integer("column", col)
    steps = _steps(connectivity)
    rows, cols = _size(board)
    if not (0 <= at_row < rows and 0 <= at_col < cols):
        raise _errors.outside(at_row, at_col, rows, cols)
    clicked = _letter(board, at_row, at_col)
    if clicked is None:
        raise _errors.bad_list_square(board, at_row, at_col, cols)
    if clicked == "M":
        board[at_row][at_col] = "X"
        return 1
    if clicked != "E":
        return 0
    opened = _opening(board, (at_row, at_col), steps)
    for (r, c), letter in sorted(opened.items()):
        board[r][c] = letter
    return len(opened)


def updateBoard(board: Board, click: Sequence[SupportsIndex]) -> Board:
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

    def updateBoard(self, board: Board, click: Sequence[SupportsIndex]) -> Board:
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
    rows, cols = _size(board)
    for row in range(rows):
        for col in range(cols):
            if _letter(board, row, col) is None:
                raise _errors.bad_list_square(board, row, col, cols)


def _opening(board: Board, start: Square, steps: tuple[Square, ...]) -> dict[Square, str]:
    """What the squares that a click on an ``E`` opens become; the board stays as it is."""
    rows, cols = _size(board)
    opened: dict[Square, str] = {}
    bad: list[Square] = []
    waiting = [start]
    while waiting:
        square = waiting.pop()
        if square in opened:
            continue
        mines, empty = 0, []
        for r, c in _neighbours(square, rows, cols, steps):
            letter = _letter(board, r, c)
            if letter is None:
                bad.append((r, c))
            elif letter in "MX":
                mines += 1
            elif letter == "E":
                empty.append((r, c))
        opened[square] = str(mines) if mines else "B"
        if not mines:
            waiting += empty
    if bad:
        raise _errors.bad_list_square(board, *min(bad), cols)
    return opened


def _neighbours(
    square: Square, rows: int, cols: int, steps: tuple[Square, ...]
) -> Iterator[Square]:
    row, col = square
    for down, right in steps:
        if 0 <= row + down < rows and 0 <= col + right < cols:
            yield row + down, col + right


def _letter(board: Board, row: int, col: int) -> str | None:
    """The letter on a square; None where there is no such thing."""
    line = board[row]
    if not isinstance(line, list) or len(line) != len(board[0]):
        return None
    letter = line[col]
    if not isinstance(letter, str) or len(letter) != 1 or letter not in "MEB12345678X":
        return None
    return letter


def _size(board: Any) -> tuple[int, int]:
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


def _steps(connectivity: int) -> tuple[Square, ...]:
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


# Probabilities. A board as a player sees it: -1 a hidden square, -2 a flagged one (which counts as
# hidden, for a flag is a claim), 0 to 8 an open one, 9 a mine that was hit.
Visible = Sequence[Sequence[int]]


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
