"""jumanji: an environment in JAX, vectorised by vmap, which begins finished games anew itself."""

import contextlib
import os

import numpy as np

with contextlib.suppress(AttributeError):  # all contestants have one core
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

import jax
import jax.numpy as jnp
from jumanji.environments.logic.minesweeper import Minesweeper
from jumanji.environments.logic.minesweeper.generator import UniformSamplingGenerator
from jumanji.environments.logic.minesweeper.types import State
from jumanji.wrappers import VmapAutoResetWrapper, VmapWrapper

from contestant import DoesNotApply

name = "jumanji (vmap)"
requires = ("jumanji", "jax")
remark = "opens one square a move: no flood"


def environment(rows, cols, mines):
    return Minesweeper(UniformSamplingGenerator(rows, cols, mines))


class Games:
    def __init__(self, number, level, first_click, seed):
        if first_click != "any":
            raise DoesNotApply("a first click may hit a mine")
        environments = VmapAutoResetWrapper(environment(level.rows, level.cols, level.mines))
        self.step = jax.jit(environments.step)
        keys = jax.random.split(jax.random.PRNGKey(seed), number)
        self.state, self.timestep = jax.jit(environments.reset)(keys)

    @classmethod
    def given(cls, layouts, seed):
        games = cls.__new__(cls)
        number, rows, cols = layouts.shape
        mines = int(layouts[0].sum())
        games.step = jax.jit(VmapWrapper(environment(rows, cols, mines)).step)
        games.state = State(
            board=jnp.full(layouts.shape, -1, jnp.int32),
            step_count=jnp.zeros(number, jnp.int32),
            flat_mine_locations=jnp.array(
                [np.flatnonzero(layout) for layout in layouts], jnp.int32
            ),
            key=jax.random.split(jax.random.PRNGKey(seed), number),
        )
        return games

    def moves(self, squares):
        rows_and_cols = np.divmod(squares, self.state.board.shape[2])
        return jnp.array(np.stack(rows_and_cols, 1), jnp.int32)

    def move(self, moves):
        self.state, self.timestep = self.step(self.state, moves)
        self.timestep.reward.block_until_ready()

    def restart(self):
        pass

    def visible(self):
        board = np.asarray(self.state.board).astype(np.int8)
        return np.where((board >= 0) & self.mines(), 9, board)

    def mines(self):
        number, rows, cols = self.state.board.shape
        mines = np.zeros((number, rows * cols), bool)
        np.put_along_axis(mines, np.asarray(self.state.flat_mine_locations), True, 1)
        return mines.reshape(number, rows, cols)

    def won(self):
        return ((self.visible() >= 0) == ~self.mines()).all((1, 2))

    def lost(self):
        return np.asarray(self.timestep.last()) & ~self.won()
