"""minesweep.Game: a call a move."""

import minesweep
import numpy as np

name = "minesweep.Game"
requires = ()


class Games:
    def __init__(self, number, level, first_click, seed):
        size = level.rows, level.cols, level.mines
        self.cols = level.cols
        self.games = [
            minesweep.Game(*size, first_click=first_click, seed=seed + i) for i in range(number)
        ]

    @classmethod
    def given(cls, layouts, seed):
        games = cls.__new__(cls)
        games.cols = layouts.shape[2]
        games.games = [minesweep.Game.from_mines(mines) for mines in layouts]
        return games

    def moves(self, squares):
        return [divmod(square, self.cols) for square in squares.tolist()]

    def move(self, squares):
        for game, (row, col) in zip(self.games, squares, strict=True):
            game.reveal(row, col)

    def restart(self):
        for game in self.games:
            if game.over:
                game.reset()

    def visible(self):
        return np.stack([game.visible for game in self.games])

    def mines(self):
        return np.stack([game.mines for game in self.games])

    def won(self):
        return np.array([game.won for game in self.games])

    def lost(self):
        return np.array([game.lost for game in self.games])
