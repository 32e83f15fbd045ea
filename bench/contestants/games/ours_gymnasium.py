"""minesweep.gymnasium: the vector environment, which begins finished games anew by itself."""

from importlib import import_module

import gymnasium
import numpy as np

from boards import Level

name = "minesweep.gymnasium (vector)"
requires = ("gymnasium",)

import_module("minesweep.gymnasium")  # registers the environment


class Games:
    def __init__(self, number, level, first_click, seed, autoreset_mode="SameStep"):
        self.environments = gymnasium.make_vec(
            "minesweep/Minesweeper-v0",
            num_envs=number,
            rows=level.rows,
            cols=level.cols,
            mines=level.mines,
            first_click=first_click,
            autoreset_mode=autoreset_mode,
        )
        self.seen, _ = self.environments.reset(seed=seed)

    @classmethod
    def given(cls, layouts, seed):
        # Games of these seeds; what is seen after a game's end is looked at before it begins anew.
        number, rows, cols = layouts.shape
        level = Level("given", rows, cols, int(layouts[0].sum()))
        return cls(number, level, "any", seed, "NextStep")

    def moves(self, squares):
        return squares

    def move(self, squares):
        self.seen, _, self.over, _, self.info = self.environments.step(squares)

    def restart(self):
        pass

    def visible(self):
        return self.seen

    def mines(self):
        return self.environments.unwrapped.games.mines

    def won(self):
        final = self.info.get("final_info", self.info)
        return self.over & np.asarray(final["won"])

    def lost(self):
        return self.over & ~self.won()
