"""TextArena: an environment for language models, whose moves and boards are text."""

import numpy as np
from textarena.envs.Minesweeper.env import MinesweeperEnv

from contestant import DoesNotApply

name = "TextArena"
requires = ("textarena",)
remark = "a mine is no loss, but an invalid move; renders the board as text"
most = 16


class Games:
    def __init__(self, number, level, first_click, seed):
        if first_click != "opening":
            raise DoesNotApply("lays mines after the first click")
        self.begin(number, level.rows, level.cols, level.mines, seed)

    @classmethod
    def given(cls, layouts, seed):
        games = cls.__new__(cls)
        games.begin(*layouts.shape, int(layouts[0].sum()), seed)
        for game, mines in zip(games.games, layouts, strict=True):
            for row, col in np.argwhere(mines):
                game.grid[row][col] = -1
            game.calculate_adjacent_numbers()
            game.first_move = False
        return games

    def begin(self, number, rows, cols, mines, seed):
        self.games = [MinesweeperEnv(rows, cols, mines, rows * cols) for _ in range(number)]
        self.has_ended = [False] * number
        for i, game in enumerate(self.games):
            game.reset(1, seed=seed + i)

    def moves(self, squares):
        cols = self.games[0].cols
        return ["[{} {}]".format(*divmod(square, cols)) for square in squares.tolist()]

    def move(self, moves):
        for i, text in enumerate(moves):
            self.has_ended[i], _ = self.games[i].step(text)

    def restart(self):
        for game, has_ended in zip(self.games, self.has_ended, strict=True):
            if has_ended:
                game.reset(1)

    def visible(self):
        return np.where(self.boards("revealed"), self.boards("grid"), -1).astype(np.int8)

    def mines(self):
        return self.boards("grid") == -1

    def boards(self, of):
        return np.array([getattr(game, of) for game in self.games])

    def won(self):
        return (self.boards("revealed") | self.mines()).all((1, 2))

    def lost(self):
        return np.array(self.has_ended) & ~self.won()
