"""minesweep.Games: all moves in one call."""

import minesweep

name = "minesweep.Games"
requires = ()


class Games:
    def __init__(self, number, level, first_click, seed):
        self.games = minesweep.Games(
            number, level.rows, level.cols, level.mines, first_click=first_click, seed=seed
        )

    @classmethod
    def given(cls, layouts, seed):
        games = cls.__new__(cls)
        games.games = minesweep.Games.from_mines(layouts)
        return games

    def moves(self, squares):
        return squares

    def move(self, squares):
        self.games.reveal(squares)

    def restart(self):
        self.games.reset(self.games.over)

    def visible(self):
        return self.games.visible

    def mines(self):
        return self.games.mines

    def won(self):
        return self.games.won

    def lost(self):
        return self.games.lost
