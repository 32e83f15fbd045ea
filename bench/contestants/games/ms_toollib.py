"""ms-toollib: an object a game, two mouse events a move; mines laid for the first click."""

import ms_toollib as toollib
import numpy as np

from contestant import DoesNotApply

name = "ms-toollib"
requires = ("ms-toollib",)

WON, LOST = 3, 4
SEEN = np.zeros(16, np.int8)
SEEN[[*range(9), 10, 15]] = [*range(9), -1, 9]


class Games:
    def __init__(self, number, level, first_click, seed):
        if first_click != "opening":
            raise DoesNotApply("lays mines for a first click")
        self.size = level.rows, level.cols, level.mines
        self.games = [None] * number

    @classmethod
    def given(cls, layouts, seed):
        games = cls.__new__(cls)
        games.size = *layouts.shape[1:], int(layouts[0].sum())
        numbers = [toollib.cal_board_numbers((-mines.astype(int)).tolist()) for mines in layouts]
        games.games = [toollib.MinesweeperBoard(board) for board in numbers]
        return games

    def moves(self, squares):
        return [divmod(square, self.size[1]) for square in squares.tolist()]

    def move(self, squares):
        for i, square in enumerate(squares):
            game = self.games[i]
            if game is None:
                board = toollib.laymine_op(*self.size, *square)
                game = self.games[i] = toollib.MinesweeperBoard(board)
            game.step("lc", square)
            game.step("lr", square)

    def restart(self):
        for i, game in enumerate(self.games):
            if game.game_board_state >= WON:
                self.games[i] = None

    def visible(self):
        hidden = np.full(self.size[:2], 10)
        boards = [hidden if game is None else game.game_board for game in self.games]
        return SEEN[np.array(boards)]

    def mines(self):
        none = np.zeros(self.size[:2], int)
        return np.array([none if game is None else game.board for game in self.games]) == -1

    def won(self):
        return np.array([game.game_board_state == WON for game in self.games])

    def lost(self):
        return np.array([game.game_board_state == LOST for game in self.games])
