"""Gymnasium environments: `minesweep/Minesweeper-v0`, one game or thousands of games at once.

Importing this module registers them::

    import gymnasium as gym, minesweep.gymnasium

    env = gym.make("minesweep/Minesweeper-v0", rows=16, cols=30, mines=99)
    envs = gym.make_vec("minesweep/Minesweeper-v0", num_envs=4096)

sb3-contrib's MaskablePPO finds the action masks by itself, and wins four games in five after this::

    from sb3_contrib import MaskablePPO

    env = gym.make("minesweep/Minesweeper-v0", rows=5, cols=5, mines=3)
    model = MaskablePPO("MlpPolicy", env).learn(100_000)
    observation, info = env.reset()
    action, _ = model.predict(observation, action_masks=info["action_mask"])
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any, Literal, SupportsIndex

from minesweep import HIDDEN, MINE, Game, Games, _errors
from minesweep._workers import number_of_threads

try:
    import gymnasium as gym
    import numpy as np
    from gymnasium.spaces import Box, Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray
except ImportError as _error:
    raise _errors.no_gymnasium() from _error

__all__ = ["MinesweeperEnv", "MinesweeperVectorEnv"]

_Visible = NDArray[np.int8]
_Infos = dict[str, Any]

_METADATA: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}


class _Task:
    """What both environments share: spaces, rewards, and how long an episode may last."""

    def __init__(
        self,
        shape: tuple[int, ...],
        safe: int,
        rewards: tuple[float | None, float, float, float],
        max_episode_steps: int | None,
        render_mode: str | None,
    ) -> None:
        rows, cols = shape
        square, win, loss, wasted = rewards
        self.observations = Box(HIDDEN, MINE, (rows, cols), np.int8)
        self.actions = Discrete(rows * cols)
        self.square = 1 / safe if square is None else float(square)
        self.win, self.loss, self.wasted = float(win), float(loss), float(wasted)
        self.steps = rows * cols if max_episode_steps is None else index(max_episode_steps)
        if self.steps < 1:
            raise _errors.bad_max_episode_steps(self.steps)
        if render_mode not in (None, "ansi"):
            raise _errors.bad_render_mode(render_mode)

    def reward(self, changed: Any, opened: Any, won: Any, lost: Any) -> Any:
        """The reward of a step in a game, or of a step in each of many.

        Squares that `changed` are those `opened`, or a hit mine. A step after the end changes none,
        so that the end is rewarded once.
        """
        reward = opened * self.square
        if self.win:
            reward = reward + (won & (changed > 0)) * self.win
        if self.loss:
            reward = reward + (lost & (changed > 0)) * self.loss
        if self.wasted:
            reward = reward + (changed == 0) * self.wasted
        return reward


class MinesweeperEnv(gym.Env[_Visible, SupportsIndex]):
    """A game as a Gymnasium environment: ``gymnasium.make("minesweep/Minesweeper-v0", ...)``.

    Parameters
    ----------
    rows, cols, mines, first_click
        As of `minesweep.Game`; a beginner's game by default.
    reward_square : float, optional
        The reward for each safe square that a step opens. By default 1 / (number of safe squares):
        the return is the part of the board that was cleared.
    reward_win, reward_loss : float
        What is added in the step that wins or loses the game.
    reward_wasted : float
        What is added in a step that changes no square.
    max_episode_steps : int, optional
        Steps after which an episode is truncated, if it is not over: ``rows * cols`` by default,
        which play without wasted steps never reaches. `gymnasium.make` keeps this argument for
        itself and adds a `TimeLimit`, which can only truncate earlier; `make_vec` passes it on.
    render_mode : {None, "ansi"}
        With ``"ansi"``, `render` returns the board as a player sees it, a line a row.

    Attributes
    ----------
    game : minesweep.Game
        The game that is played: ``env.unwrapped.game``, before the first reset too.

    Raises
    ------
    ValueError, TypeError
        As `minesweep.Game`, and for fewer than one step or another render mode.

    Notes
    -----
    An observation is a copy of ``game.visible``. An action is a square, ``row * cols + col``, to
    reveal. An episode is terminated when the game is won or lost. The info of `reset` and `step`
    has ``action_mask``, 1 for each hidden square, as `action_space.sample` takes it; ``opened``,
    how many safe squares the step opened; ``won``; and ``seed``, that of the layout.

    Examples
    --------
    >>> import gymnasium as gym, minesweep.gymnasium
    >>> env = gym.make("minesweep/Minesweeper-v0", rows=4, cols=6, mines=3, render_mode="ansi")
    >>> observation, info = env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.step(0)
    >>> print(env.render())
    01....
    01....
    0113..
    0001..
    >>> info["opened"], round(reward, 3), terminated, int(info["action_mask"].sum())
    (12, 0.571, False, 12)
    """

    metadata = _METADATA

    def __init__(
        self,
        rows: int = 9,
        cols: int = 9,
        mines: int = 10,
        *,
        first_click: Literal["opening", "safe", "any"] = "opening",
        reward_square: float | None = None,
        reward_win: float = 0,
        reward_loss: float = 0,
        reward_wasted: float = 0,
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.game = Game(rows, cols, mines, first_click=first_click)
        rewards = reward_square, reward_win, reward_loss, reward_wasted
        shape, safe = self.game.visible.shape, self.game.safe_left
        self._task = _Task(shape, safe, rewards, max_episode_steps, render_mode)
        self._steps = 0
        self.observation_space, self.action_space = self._task.observations, self._task.actions
        self.render_mode = render_mode

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_Visible, _Infos]:
        """Begin the game of this seed, from 0 to 2**64 - 1, or of the next one.

        There are no options.
        """
        self.game.reset(seed)
        super().reset(seed=None if seed is None else index(seed))
        self._steps = 0
        return self.game.visible.copy(), self._info(0)

    def step(self, action: SupportsIndex) -> tuple[_Visible, float, bool, bool, _Infos]:
        """Reveal a square, ``row * cols + col``; nothing changes after the end."""
        game, task = self.game, self._task
        changed = game.reveal(*divmod(index(action), game.visible.shape[1]))
        opened = 0 if game.lost else changed
        reward = task.reward(changed, opened, game.won, game.lost)
        self._steps += 1
        truncated = not game.over and self._steps >= task.steps
        return game.visible.copy(), reward, game.over, truncated, self._info(opened)

    def action_masks(self) -> NDArray[np.bool_]:
        """Which squares are hidden, of shape (rows * cols,): what MaskablePPO asks for."""
        hidden: NDArray[np.bool_] = self.game.visible.ravel() == HIDDEN
        return hidden

    def _info(self, opened: int) -> _Infos:
        return {
            "action_mask": self.action_masks().view(np.int8),
            "opened": opened,
            "won": self.game.won,
            "seed": np.uint64(self.game.seed or 0),
        }

    def render(self) -> str | None:
        """The board as a player sees it, if the render mode is ``"ansi"``."""
        return str(self.game) if self.render_mode else None


class MinesweeperVectorEnv(VectorEnv[_Visible, NDArray[np.integer[Any]], NDArray[Any]]):
    """Games as a vector environment: ``gymnasium.make_vec("minesweep/Minesweeper-v0", ...)``.

    It gives what `gymnasium.vector.SyncVectorEnv` of as many `MinesweeperEnv` gives, but all games
    move in one compiled call.

    Parameters
    ----------
    num_envs : int
        How many games.
    autoreset_mode : gymnasium.vector.AutoresetMode or str
        When games that are over or truncated begin anew: ``"NextStep"``, ``"SameStep"`` or
        ``"Disabled"``. Then ``reset(options={"reset_mask": which})`` begins some of them.
    workers : int
        Over how many threads to split the games, as of `minesweep.Games.reveal`.
    rows, cols, ...
        All others are those of `MinesweeperEnv`.

    Attributes
    ----------
    games : minesweep.Games
        The games that are played: ``envs.unwrapped.games``, before the first reset too.

    Examples
    --------
    >>> import gymnasium as gym, minesweep.gymnasium
    >>> envs = gym.make_vec("minesweep/Minesweeper-v0", num_envs=4, rows=16, cols=30, mines=99)
    >>> observations, infos = envs.reset(seed=0)
    >>> observations, rewards, terminated, truncated, infos = envs.step([0, 29, 450, 479])
    >>> infos["opened"].tolist(), infos["seed"].tolist(), infos["action_mask"].shape
    ([18, 31, 6, 8], [0, 1, 2, 3], (4, 480))
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        num_envs: int = 1,
        rows: int = 9,
        cols: int = 9,
        mines: int = 10,
        *,
        first_click: Literal["opening", "safe", "any"] = "opening",
        reward_square: float | None = None,
        reward_win: float = 0,
        reward_loss: float = 0,
        reward_wasted: float = 0,
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        workers: int = 1,
    ) -> None:
        self.games = Games(num_envs, rows, cols, mines, first_click=first_click)
        rewards = reward_square, reward_win, reward_loss, reward_wasted
        number, *shape = self.games.visible.shape
        safe = int(self.games.safe_left[0])
        self._task = _Task(tuple(shape), safe, rewards, max_episode_steps, render_mode)
        self._workers = number_of_threads(workers)
        self._mode = AutoresetMode(autoreset_mode)
        self._steps = np.zeros(number, np.int64)
        self._ended = np.zeros(number, np.bool_)  # those that must begin anew before they move
        self.num_envs, self.render_mode = number, render_mode
        self.metadata = _METADATA | {"autoreset_mode": self._mode}
        self.single_observation_space = self._task.observations
        self.single_action_space = self._task.actions
        self.observation_space = batch_space(self._task.observations, number)
        self.action_space = batch_space(self._task.actions, number)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[_Visible, _Infos]:
        """Begin new games: of the seeds ``seed``, ``seed + 1``, ..., of one each, or the next ones.

        The option ``"reset_mask"``, an array of bool, says which; the others stay as they are.
        """
        mask = (options or {}).get("reset_mask")
        which = np.ones(self.num_envs, np.bool_) if mask is None else np.asarray(mask)
        if not which.any():
            raise _errors.empty_reset_mask()
        self._begin(which, seed)
        super().reset(seed=seed if isinstance(seed, int) else None)
        observations, nothing = self.games.visible.copy(), np.zeros(self.num_envs, np.int64)
        infos = self._infos(observations, nothing, nothing > 0)
        return observations, _masked(_only(infos, np.flatnonzero(which)), which)

    def step(
        self, actions: NDArray[np.integer[Any]]
    ) -> tuple[_Visible, NDArray[Any], NDArray[Any], NDArray[Any], _Infos]:
        """Reveal a square, ``row * cols + col``, in each game that need not begin anew."""
        games, anew = self.games, self._ended
        places = np.flatnonzero(anew)
        if len(places):
            if self._mode is AutoresetMode.DISABLED:
                raise _errors.must_be_reset(places.tolist())
            actions = np.array(actions)
            if actions.shape == anew.shape:  # whatever they are, as in games that are over
                np.putmask(actions, anew, 0)
        changed = games.reveal(actions, workers=self._workers)
        self._steps += 1
        if len(places):
            self._begin(anew)
            changed[places] = 0

        won, lost = games.won, games.lost
        opened = np.where(lost, 0, changed)
        rewards = self._task.reward(changed, opened, won, lost)
        rewards[places] = 0
        terminated = won | lost
        truncated = (self._steps >= self._task.steps) & ~terminated
        self._ended = terminated | truncated
        observations = games.visible.copy()
        infos = self._infos(observations, opened, won)
        final: _Infos = {}
        if self._mode is AutoresetMode.SAME_STEP and self._ended.any():
            final = self._begin_at_once(observations, infos)
        every = np.ones(self.num_envs, np.bool_)
        return observations, rewards, terminated, truncated, _masked(infos, every) | final

    def action_masks(self) -> NDArray[np.bool_]:
        """Which squares are hidden, of shape (num_envs, rows * cols)."""
        hidden: NDArray[np.bool_] = self.games.visible.reshape(self.num_envs, -1) == HIDDEN
        return hidden

    def _infos(
        self, observations: _Visible, opened: NDArray[np.int64], won: NDArray[np.bool_]
    ) -> _Infos:
        hidden = observations.reshape(self.num_envs, -1) == HIDDEN
        seeds = self.games.seeds
        return {"action_mask": hidden.view(np.int8), "opened": opened, "won": won, "seed": seeds}

    def render(self) -> tuple[str, ...] | None:
        """The boards as players see them, if the render mode is ``"ansi"``."""
        return tuple(map(str, self.games)) if self.render_mode else None

    def _begin(
        self, which: NDArray[np.bool_], seed: int | Sequence[int | None] | None = None
    ) -> None:
        """Begin new games where `which` says so; those without a seed take the next one."""
        if isinstance(seed, Sequence):
            if len(seed) != self.num_envs:
                raise _errors.not_n("seeds", self.num_envs, len(seed))
            given = np.array([each is not None for each in seed])
            pairs = zip(seed, which, strict=True)
            seeds = [each if used and each is not None else 0 for each, used in pairs]
            self.games.reset(which & given, seed=seeds)
            self.games.reset(which & ~given)
        else:
            self.games.reset(which, seed=seed)
        self._steps[which] = 0
        self._ended = self._ended & ~which

    def _begin_at_once(self, observations: _Visible, infos: _Infos) -> _Infos:
        """Begin new games where one has ended, write them into both, and tell of the ended ones."""
        ended = self._ended
        places = np.flatnonzero(ended)
        last = np.full(self.num_envs, None, object)
        last[places] = np.fromiter(observations[places], object)
        final = {"final_obs": last, "final_info": _masked(_only(infos, places), ended)}
        self._begin(ended)
        observations[places] = HIDDEN
        infos["action_mask"][places] = True
        infos["opened"][places] = 0
        infos["won"][places] = False
        infos["seed"] = self.games.seeds
        return _masked(final, ended)


def _only(infos: _Infos, places: NDArray[np.intp]) -> _Infos:
    """The infos of the games at these places, and zeros for the others."""
    some = {}
    for key, values in infos.items():
        some[key] = np.zeros_like(values)
        some[key][places] = values[places]
    return some


def _masked(infos: _Infos, which: NDArray[np.bool_]) -> _Infos:
    """With ``_key`` beside each key: which games it is about."""
    return infos | {f"_{key}": which.copy() for key in infos}


gym.register(
    "minesweep/Minesweeper-v0",
    entry_point=f"{__name__}:MinesweeperEnv",
    vector_entry_point=f"{__name__}:MinesweeperVectorEnv",
)
