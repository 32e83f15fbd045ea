"""NumPy: the games as arrays; openings grow by a ring of squares at a time, in all at once."""

import numpy as np

name = "NumPy"
requires = ()

HIDDEN, MINE = -1, 9


def around(squares):
    """How many squares are set on and around each."""
    padded = np.pad(squares.view(np.int8), ((0, 0), (1, 1), (1, 1)))
    lines = padded[:, :-2] + padded[:, 1:-1] + padded[:, 2:]
    return lines[:, :, :-2] + lines[:, :, 1:-1] + lines[:, :, 2:]


class Games:
    def __init__(self, number, level, first_click, seed):
        self.random = np.random.default_rng(seed)
        self.number, self.any_click = level.mines, first_click == "any"
        self.begin(np.zeros((number, level.rows, level.cols), bool))
        self.has_lost[:] = True
        self.restart()

    @classmethod
    def given(cls, layouts, seed):
        games = cls.__new__(cls)
        games.begin(layouts)
        games.laid[:] = True
        return games

    def begin(self, mines):
        self.layouts, self.numbers = mines.copy(), around(mines)
        self.seen = np.full(mines.shape, HIDDEN, np.int8)
        self.laid, self.has_won, self.has_lost = np.zeros((3, len(mines)), bool)

    def lay(self, which, forbidden):
        """Lay the mines of some games where random keys are lowest; not on forbidden squares."""
        keys = self.random.random(forbidden.shape, np.float32)
        keys[forbidden] = 2
        places = keys.reshape(len(which), -1).argpartition(self.number, 1)[:, : self.number]
        mines = np.zeros((len(which), forbidden[0].size), bool)
        np.put_along_axis(mines, places, True, 1)
        self.layouts[which] = mines.reshape(forbidden.shape)
        self.numbers[which] = around(self.layouts[which])
        self.laid[which] = True

    def moves(self, squares):
        return squares

    def move(self, squares):
        rows, cols = self.seen.shape[1:]
        games = np.arange(len(squares))
        row, col = np.divmod(squares, cols)
        active = ~(self.has_won | self.has_lost) & (self.seen[games, row, col] == HIDDEN)
        new = np.flatnonzero(active & ~self.laid)
        if len(new):
            clicked = np.zeros((len(new), rows, cols), bool)
            clicked[np.arange(len(new)), row[new], col[new]] = True
            self.lay(new, around(clicked) > 0)
        hit = active & self.layouts[games, row, col]
        self.seen[games[hit], row[hit], col[hit]] = MINE
        self.has_lost |= hit
        safe = active & ~hit
        shown = self.numbers[games, row, col]
        self.seen[games[safe], row[safe], col[safe]] = shown[safe]
        blank = np.flatnonzero(safe & (shown == 0))
        self.flood(blank, row[blank], col[blank])
        self.has_won = ~self.has_lost & ((self.seen >= 0) | self.layouts).all((1, 2))

    def flood(self, games, row, col):
        """Reveal what lies around these blank squares, and go on from the blank ones among it."""
        rows, cols = self.seen.shape[1:]
        down, right = np.divmod(np.arange(9), 3)
        while len(games):
            games = np.repeat(games, 9)
            row = (row[:, None] + down - 1).ravel()
            col = (col[:, None] + right - 1).ravel()
            inside = (row >= 0) & (row < rows) & (col >= 0) & (col < cols)
            games, row, col = games[inside], row[inside], col[inside]
            hidden = self.seen[games, row, col] == HIDDEN
            place = np.unique((games[hidden] * rows + row[hidden]) * cols + col[hidden])
            shown = self.numbers.reshape(-1)[place]
            self.seen.reshape(-1)[place] = shown
            place, col = np.divmod(place[shown == 0], cols)
            games, row = np.divmod(place, rows)

    def restart(self):
        over = np.flatnonzero(self.has_won | self.has_lost)
        self.seen[over] = HIDDEN
        self.laid[over] = self.has_won[over] = self.has_lost[over] = False
        if self.any_click and len(over):
            self.lay(over, np.zeros((len(over), *self.seen.shape[1:]), bool))

    def visible(self):
        return self.seen

    def mines(self):
        return self.layouts

    def won(self):
        return self.has_won

    def lost(self):
        return self.has_lost
