"""numba: one compiled loop over the games, a flood with a stack, mines from a small generator."""

from typing import Any, NamedTuple

import numpy as np
from numba import njit

name = "numba"
requires = ("numba",)

HIDDEN, MINE = -1, 9
A, B, C = np.uint64(12), np.uint64(25), np.uint64(27)
HALF, FACTOR = np.uint64(32), np.uint64(0x2545F4914F6CDD1D)


class State(NamedTuple):
    """Arrays with an entry for each game; but one stack for all."""

    mines: Any
    visible: Any
    safe_left: Any
    laid: Any
    won: Any
    lost: Any
    random: Any
    stack: Any


@njit(cache=True)
def below(random, game, limit):
    """A random number below a limit: xorshift64*, a generator for each game."""
    x = random[game]
    x ^= x >> A
    x ^= x << B
    x ^= x >> C
    random[game] = x
    return np.int64((x * FACTOR >> HALF) * np.uint64(limit) >> HALF)


@njit(cache=True)
def lay(state, game, number, row, col):
    """Lay mines anywhere, but not on or around this square."""
    mines = state.mines[game]
    rows, cols = mines.shape
    mines[:] = False
    laid = 0
    while laid < number:
        r, c = divmod(below(state.random, game, rows * cols), cols)
        if not mines[r, c] and (abs(r - row) > 1 or abs(c - col) > 1):
            mines[r, c] = True
            laid += 1


@njit(cache=True)
def count_mines(mines, row, col):
    rows, cols = mines.shape
    count = 0
    for r in range(max(row - 1, 0), min(row + 2, rows)):
        for c in range(max(col - 1, 0), min(col + 2, cols)):
            count += mines[r, c]
    return count


@njit(cache=True)
def reveal(mines, visible, stack, row, col):
    """How many squares are opened."""
    rows, cols = mines.shape
    visible[row, col] = count_mines(mines, row, col)
    opened, size = 1, 0
    if visible[row, col] == 0:
        stack[0] = row * cols + col
        size = 1
    while size:
        size -= 1
        row, col = divmod(stack[size], cols)
        for r in range(max(row - 1, 0), min(row + 2, rows)):
            for c in range(max(col - 1, 0), min(col + 2, cols)):
                if visible[r, c] == HIDDEN:
                    visible[r, c] = count_mines(mines, r, c)
                    opened += 1
                    if visible[r, c] == 0:
                        stack[size] = r * cols + c
                        size += 1
    return opened


@njit(cache=True)
def move_all(state, number, squares):
    games, _rows, cols = state.mines.shape
    for game in range(games):
        row, col = divmod(squares[game], cols)
        visible = state.visible[game]
        if state.won[game] or state.lost[game] or visible[row, col] != HIDDEN:
            continue
        if not state.laid[game]:
            lay(state, game, number, row, col)
            state.laid[game] = True
        if state.mines[game, row, col]:
            visible[row, col] = MINE
            state.lost[game] = True
        else:
            state.safe_left[game] -= reveal(state.mines[game], visible, state.stack, row, col)
            state.won[game] = state.safe_left[game] == 0


@njit(cache=True)
def restart_all(state, number, any_click):
    games, rows, cols = state.mines.shape
    for game in range(games):
        if state.won[game] or state.lost[game]:
            state.visible[game] = HIDDEN
            state.safe_left[game] = rows * cols - number
            state.laid[game] = any_click
            state.won[game] = state.lost[game] = False
            if any_click:
                lay(state, game, number, -2, -2)


class Games:
    def __init__(self, number, level, first_click, seed):
        self.begin(np.zeros((number, level.rows, level.cols), bool), level.mines, seed)
        self.any_click = first_click == "any"
        self.state.lost[:] = True
        self.restart()

    @classmethod
    def given(cls, layouts, seed):
        games = cls.__new__(cls)
        games.begin(layouts, int(layouts[0].sum()), seed)
        games.state.laid[:] = True
        return games

    def begin(self, mines, number, seed):
        games, rows, cols = mines.shape
        self.number = number
        self.state = State(
            mines,
            np.full(mines.shape, HIDDEN, np.int8),
            np.full(games, rows * cols - number),
            *np.zeros((3, games), bool),
            np.random.default_rng(seed).integers(1, 2**63, games, np.uint64),
            np.empty(rows * cols, np.int64),
        )

    def moves(self, squares):
        return squares

    def move(self, squares):
        move_all(self.state, self.number, squares)

    def restart(self):
        restart_all(self.state, self.number, self.any_click)

    def visible(self):
        return self.state.visible

    def mines(self):
        return self.state.mines

    def won(self):
        return self.state.won

    def lost(self):
        return self.state.lost
