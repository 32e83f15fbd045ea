"""The Gymnasium environments: what one gives, and that the compiled one of many gives the same."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import minesweep

pytest.importorskip("gymnasium")

import gymnasium as gym
import numpy as np
from gymnasium import wrappers
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from numpy.typing import NDArray

from minesweep.gymnasium import MinesweeperEnv, MinesweeperVectorEnv

ID = "minesweep/Minesweeper-v0"
GOLD, M = 0x9E3779B97F4A7C15, 2**64
MODES = list(AutoresetMode)
KEYS = {"action_mask", "opened", "won", "seed"}


def equal(one: Any, other: Any, where: str = "") -> None:
    """Assert that two outputs are the same: types, dtypes, shapes, keys and values."""
    assert type(one) is type(other), where
    if isinstance(one, dict):
        assert one.keys() == other.keys(), where
        for key in one:
            equal(one[key], other[key], f"{where}[{key!r}]")
    elif isinstance(one, tuple | list):
        assert len(one) == len(other), where
        for i, (a, b) in enumerate(zip(one, other, strict=True)):
            equal(a, b, f"{where}[{i}]")
    elif isinstance(one, np.ndarray):
        assert (one.dtype, one.shape) == (other.dtype, other.shape), where
        if one.dtype == object:
            equal(one.tolist(), other.tolist(), where)
        else:
            assert np.array_equal(one, other), where
    else:
        assert one == other, where


def layout(*rows: str) -> NDArray[np.bool_]:
    return np.array([[square == "*" for square in row] for row in rows])


def play_out(env: gym.Env[Any, Any], *actions: int) -> list[Any]:
    return [env.step(action) for action in actions]


# ---- one game ----


@pytest.mark.parametrize("size", [(1, 2, 1), (5, 6, 7), (9, 9, 10), (16, 30, 99)])
def test_the_checker_is_content(size: tuple[int, int, int]) -> None:
    rows, cols, mines = size
    env = gym.make(ID, rows=rows, cols=cols, mines=mines, render_mode="ansi")
    check_env(env.unwrapped)


def test_spaces_and_metadata() -> None:
    env = gym.make(ID, rows=4, cols=6, mines=3)
    assert env.observation_space == gym.spaces.Box(-1, 9, (4, 6), np.int8)
    assert env.action_space == gym.spaces.Discrete(24)
    assert env.metadata["render_modes"] == ["ansi"]
    assert env.metadata["render_fps"] > 0
    beginner = gym.make(ID).unwrapped
    assert isinstance(beginner, MinesweeperEnv)
    assert (*beginner.game.visible.shape, beginner.game.n_mines) == minesweep.BEGINNER


def test_a_game_step_by_step() -> None:
    """Every output of a short game, by hand."""
    env = MinesweeperEnv(1, 6, 2, reward_win=10, reward_loss=-10, reward_wasted=-1)
    env.game = minesweep.Game.from_mines(layout(".*...*"))
    observation, info = env.reset()
    assert (observation == -1).all()
    equal(
        info,
        {
            "action_mask": np.ones(6, np.int8),
            "opened": 0,
            "won": False,
            "seed": np.uint64(0),
        },
    )
    observation, reward, terminated, truncated, info = env.step(3)
    assert observation.tolist() == [[-1, -1, 1, 0, 1, -1]]
    assert (reward, terminated, truncated) == (3 / 4, False, False)
    assert info["action_mask"].tolist() == [1, 1, 0, 0, 0, 1]
    assert (info["opened"], info["won"]) == (3, False)
    assert env.step(np.int64(3))[1] == -1  # wasted
    won = copy.deepcopy(env)
    observation, reward, terminated, truncated, info = won.step(0)
    assert (reward, terminated, truncated, info["won"]) == (1 / 4 + 10, True, False, True)
    observation, reward, terminated, truncated, info = env.step(1)
    assert observation.tolist() == [[-1, 9, 1, 0, 1, -1]]
    assert (reward, terminated, truncated) == (-10, True, False)
    assert (info["opened"], info["won"], info["action_mask"].tolist()) == (
        0,
        False,
        [1, 0, 0, 0, 0, 1],
    )


def test_the_return_is_the_part_of_the_board_that_was_cleared() -> None:
    rng = np.random.default_rng(0)
    env = MinesweeperEnv(4, 5, 4)
    ends = set()
    for seed in range(100):
        _, info = env.reset(seed=seed)
        total, over = 0.0, False
        while not over:
            _, reward, over, truncated, info = env.step(
                rng.choice(np.flatnonzero(info["action_mask"]))
            )
            assert isinstance(reward, float)
            assert not truncated
            total += reward
        assert total == pytest.approx(1 - env.game.safe_left / 16)
        assert info["won"] is (env.game.safe_left == 0)
        ends.add(info["won"])
    assert ends == {False, True}


def test_nothing_moves_after_the_end_and_the_end_is_rewarded_once() -> None:
    env = MinesweeperEnv(1, 3, 1, reward_win=5, reward_loss=-5)
    for squares, last, reward in [(".*.", 1, -5), ("*..", 2, 6)]:
        env.game = minesweep.Game.from_mines(layout(squares))
        env.reset()
        end, *after = play_out(env, last, 0, 0)  # then a free square, or the mine
        assert end[1:4] == (reward, True, False)
        for step in after:
            assert step[1:4] == (0, True, False)
            equal(step[0], end[0])
            equal(step[4], end[4] | {"opened": 0})


def test_a_reset_after_a_loss_forgets_it() -> None:
    env = MinesweeperEnv(9, 9, 10, first_click="any", reward_loss=-5)
    env.reset(seed=1)  # whose mines are in squares 14, 15, 25, ...
    assert play_out(env, 14)[0][1:3] == (-5, True)
    _, info = env.reset(seed=1)
    assert (info["won"], int(info["action_mask"].sum())) == (False, 81)
    _, reward, terminated, truncated, info = env.step(40)
    assert (reward, terminated, truncated, info["opened"]) == (1 / 71, False, False, 1)


def test_seeds_follow_each_other_as_those_of_game_do() -> None:
    env = MinesweeperEnv()
    for start in 0, 1, M - 1:
        seeds = [env.reset(seed=start)[1]["seed"]] + [env.reset()[1]["seed"] for _ in range(3)]
        assert seeds == [(start + i * GOLD) % M for i in range(4)]
        assert all(type(seed) is np.uint64 for seed in seeds)
    game = minesweep.Game(*minesweep.BEGINNER, seed=7)
    env.reset(seed=7)
    for _ in range(5):
        game.reveal(4, 4)
        assert (env.step(40)[0] == game.visible).all()
        game.reset()
        env.reset()
    for seed in -1, M, 2**1000:
        before = env.game.seed, str(env.game)
        with pytest.raises(ValueError, match="seed must be from 0"):
            env.reset(seed=seed)
        assert (env.game.seed, str(env.game)) == before
    env.reset(seed=np.int64(5))  # type: ignore[arg-type]
    assert (env.game.seed, env.np_random_seed) == (5, 5)


def test_truncation() -> None:
    env = MinesweeperEnv(3, 3, 1, max_episode_steps=3)
    env.game = minesweep.Game.from_mines(layout("*..", "...", "..."))
    env.reset()
    assert [step[2:4] for step in play_out(env, 1, 1, 1, 1)] == [(False, False)] * 2 + [
        (False, True)
    ] * 2
    env.reset()
    steps = play_out(env, 1, 1, 8)  # which ends by the last of its steps
    assert [step[2:4] for step in steps] == [(False, False)] * 2 + [(True, False)]
    env = MinesweeperEnv(3, 3, 1)
    env.reset()
    steps = play_out(env, *[0] * 9)
    assert steps[0][2] or [step[3] for step in steps] == [False] * 8 + [True]


def test_render_and_masks() -> None:
    env = gym.make(ID, rows=4, cols=6, mines=3, render_mode="ansi")
    env.reset(seed=1)
    env.step(0)
    assert env.render() == "01....\n01....\n0113..\n0001.."
    masks = env.get_wrapper_attr("action_masks")()
    assert (masks.dtype, masks.shape) == (bool, (24,))
    unwrapped = env.unwrapped
    assert isinstance(unwrapped, MinesweeperEnv)
    assert masks.tolist() == (unwrapped.game.visible == -1).ravel().tolist()
    assert MinesweeperEnv().render() is None
    for _ in range(20):
        assert masks[env.action_space.sample(mask=masks.view(np.int8))]


def test_outputs_are_copies() -> None:
    env = MinesweeperEnv()
    first, info = env.reset(seed=1)
    kept = copy.deepcopy((first, info))
    second, *_, info2 = env.step(40)
    equal((first, info), kept)
    second[:] = 5
    info2["action_mask"][:] = 0
    env.action_masks()[:] = False
    assert (env.game.visible == minesweep.Game(9, 9, 10, seed=env.game.seed).visible).sum() > 0
    assert env.game.visible.max() < 5
    assert env.action_masks().any()


def test_no_output_tells_of_a_mine() -> None:
    """Two games that look the same so far: all that environments give is the same."""
    layouts = [layout("*...", "...."), layout("....", "*...")]
    outputs = []
    for mines in layouts:
        env = MinesweeperEnv(2, 4, 1, render_mode="ansi")
        env.game = minesweep.Game.from_mines(mines)
        envs = MinesweeperVectorEnv(1, 2, 4, 1, render_mode="ansi")
        envs.games = minesweep.Games.from_mines(mines[None])
        single = [env.reset(), *play_out(env, 1, 3), env.render(), env.action_masks()]
        stepped = [envs.step(np.array([square])) for square in (1, 3)]
        outputs.append([single, envs.reset(), stepped, envs.render(), envs.action_masks()])
    equal(outputs[0], outputs[1])


# ---- many games ----


def both(
    number: int, mode: AutoresetMode | str = AutoresetMode.NEXT_STEP, **more: Any
) -> tuple[MinesweeperVectorEnv, SyncVectorEnv[Any, Any]]:
    """The compiled vector environment, and that of so many single ones."""
    single: list[Callable[[], gym.Env[Any, Any]]] = [lambda: MinesweeperEnv(**more)] * number
    return (
        MinesweeperVectorEnv(number, autoreset_mode=mode, **more),
        SyncVectorEnv(single, autoreset_mode=mode),
    )


REWARDS = {"reward_square": 0.1, "reward_win": 3, "reward_loss": -0.7, "reward_wasted": -0.01}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("first_click", ["opening", "safe", "any"])
@pytest.mark.parametrize(
    ("size", "more"),
    [
        ((1, 2, 1), {}),
        ((3, 4, 2), {"max_episode_steps": 3, **REWARDS}),
        ((5, 5, 3), {"render_mode": "ansi", **REWARDS}),
        ((9, 9, 10), {"max_episode_steps": 6}),
        ((2, 70, 12), REWARDS),
        ((16, 30, 99), {"max_episode_steps": 5}),
    ],
)
def test_it_is_equal_to_the_single_ones_in_every_output(
    mode: AutoresetMode, first_click: Any, size: tuple[int, int, int], more: dict[str, Any]
) -> None:
    rows, cols, mines = size
    ours, theirs = both(7, mode, rows=rows, cols=cols, mines=mines, first_click=first_click, **more)
    rng = np.random.default_rng(rows * cols)
    equal(ours.metadata, theirs.metadata)
    assert ours.render_mode == theirs.render_mode
    for name in (
        "observation_space",
        "action_space",
        "single_observation_space",
        "single_action_space",
    ):
        assert getattr(ours, name) == getattr(theirs, name)
    seen = set()
    equal(ours.reset(seed=11), theirs.reset(seed=11))
    for number in range(60):
        masks = ours.action_masks()
        wasted = rng.random(7) < 0.3
        actions = np.where(wasted, 0, (rng.random(masks.shape) * masks).argmax(1))
        step = ours.step(actions)
        equal(step, theirs.step(actions))
        observations, _, terminated, truncated, infos = step
        assert (ours.games.visible == observations).all()
        seen |= {"won"} & set(np.array(["", "won"])[infos["won"].astype(int)])
        seen |= {"terminated"} if terminated.any() else set()
        seen |= {"truncated"} if truncated.any() else set()
        seen |= {"final"} if "final_obs" in infos else set()
        if ours.render_mode:
            equal(ours.render(), theirs.render())
        ended = terminated | truncated
        if mode is AutoresetMode.DISABLED and ended.any():
            seeds = [None if i % 2 else 5 * i + number for i in range(7)]
            given: Any = [None, number, seeds][number % 3]
            equal(
                ours.reset(seed=given, options={"reset_mask": ended}),
                theirs.reset(seed=given, options={"reset_mask": ended}),
            )
        if number == 40:  # all at once, in the middle of games
            seeds = [3, None, 2**63, 0, None, 1, 1]
            equal(ours.reset(seed=seeds), theirs.reset(seed=seeds))
    assert "terminated" in seen
    assert ("final" in seen) == (mode is AutoresetMode.SAME_STEP)
    assert "truncated" in seen or "max_episode_steps" not in more


@pytest.mark.parametrize("mode", MODES)
def test_games_that_are_won_are_equal_too(mode: AutoresetMode) -> None:
    ours, theirs = both(6, mode, rows=4, cols=4, mines=2, **REWARDS)
    equal(ours.reset(seed=0), theirs.reset(seed=0))
    won = 0
    for number in range(40):
        closed = (ours.games.visible == -1) & ~ours.games.mines
        actions = closed.reshape(6, -1).argmax(1)
        actions[number % 6] = (number * 5) % 16
        step = ours.step(actions)
        equal(step, theirs.step(actions))
        ended = step[2] | step[3]
        told = step[4].get("final_info", step[4])
        won += int(told["won"].sum())
        if mode is AutoresetMode.DISABLED and ended.any():
            equal(
                ours.reset(options={"reset_mask": ended}),
                theirs.reset(options={"reset_mask": ended}),
            )
    assert won > 20


def test_ended_games_begin_anew_by_hand() -> None:
    """Of two games the first is lost by its first step: what each mode gives, written down."""
    size = {"rows": 9, "cols": 9, "mines": 10, "first_click": "any"}
    lost, opened = (1, 14), (1, 40)  # seed and square, see the layout of seed 1
    following = (1 + GOLD) % M
    for mode in MODES:
        envs = MinesweeperVectorEnv(2, autoreset_mode=mode, reward_loss=-1, **size)  # type: ignore[arg-type]
        envs.reset(seed=[lost[0], opened[0]])
        observations, rewards, terminated, truncated, infos = envs.step(
            np.array([lost[1], opened[1]])
        )
        assert rewards.tolist() == [-1, 1 / 71]
        assert (terminated.tolist(), truncated.tolist()) == ([True, False], [False, False])
        if mode is AutoresetMode.SAME_STEP:
            assert infos["seed"].tolist() == [following, 1]
            assert infos["_final_info"].tolist() == [True, False]
            assert infos["final_info"]["seed"].tolist() == [1, 0]
            assert infos["final_obs"][0].ravel()[14] == 9
            assert infos["final_obs"][1] is None
            assert (observations[0] == -1).all()
            assert infos["action_mask"][0].all()
        else:
            assert infos["seed"].tolist() == [1, 1]
            assert observations[0].ravel()[14] == 9
            assert infos["action_mask"][0].tolist() == [i != 14 for i in range(81)]
        if mode is AutoresetMode.NEXT_STEP:
            # Whatever the action of the game that ended: it begins anew instead.
            observations, rewards, terminated, truncated, infos = envs.step(np.array([-5, 40]))
            assert (rewards.tolist(), terminated.tolist()) == ([0, 0], [False, False])
            assert infos["seed"].tolist() == [following, 1]
            assert (observations[0] == -1).all()
        if mode is AutoresetMode.DISABLED:
            before = envs.games.visible.copy()
            with pytest.raises(
                AssertionError, match=r"^1 game ended and must be reset .* number 0"
            ):
                envs.step(np.array([0, 80]))
            assert (envs.games.visible == before).all()
            options = {"reset_mask": np.array([True, False]), "other": 1}
            kept = copy.deepcopy(options)
            observations, infos = envs.reset(options=options)
            equal(options, kept)
            assert infos["seed"].tolist() == [following, 0]
            assert infos["_seed"].tolist() == [True, False]
            assert (observations[1] == before[1]).all()
        else:
            assert envs.games.lost.tolist() == [False, False]


def test_no_seed_is_used_twice() -> None:
    """Through every reset, of its own or not, each game plays the next seed of its own chain."""
    for mode in AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP:
        envs = MinesweeperVectorEnv(3, 1, 2, 1, first_click="any", autoreset_mode=mode)
        played: list[list[int]] = [[], [], []]
        envs.reset(seed=100)
        for _ in range(20):
            for seeds, seed in zip(played, envs.games.seeds.tolist(), strict=True):
                seeds.extend([seed] if seeds[-1:] != [seed] else [])
            envs.step(np.zeros(3, int))
        for i, seeds in enumerate(played):
            assert seeds == [(100 + i + k * GOLD) % M for k in range(len(seeds))]
            assert len(seeds) > 8


def test_truncated_games_begin_anew_whatever_their_action() -> None:
    envs = MinesweeperVectorEnv(2, max_episode_steps=1, first_click="any", reward_wasted=-1)
    envs.reset(seed=[1, 1])
    *_, terminated, truncated, _ = envs.step(np.array([40, 14]))  # a number, and a mine
    assert (terminated.tolist(), truncated.tolist()) == ([False, True], [True, False])
    observations, rewards, terminated, truncated, infos = envs.step(np.array([-1, 1000]))
    assert (observations == -1).all()
    assert (rewards.tolist(), infos["opened"].tolist()) == ([0, 0], [0, 0])
    assert not (terminated | truncated).any()
    assert infos["seed"].tolist() == [(1 + GOLD) % M] * 2
    for bad, error in ([40], ValueError), ([40, 40, 40], ValueError), (None, TypeError):
        envs.step([40, 40])  # type: ignore[arg-type]
        with pytest.raises(error, match="squares"):
            envs.step(bad)  # type: ignore[arg-type]
        envs.step([0, 0])  # type: ignore[arg-type]
    assert envs.step(np.array([40, 40]))[3].tolist() == [True, True]


def test_seeds_near_the_end() -> None:
    envs = MinesweeperVectorEnv(3, 9, 9, 10)
    assert envs.reset(seed=M - 2)[1]["seed"].tolist() == [M - 2, M - 1, 0]
    assert envs.reset(seed=[M - 1, None, 0])[1]["seed"].tolist() == [M - 1, GOLD - 1, 0]
    assert envs.reset(seed=np.array([1, 2, M - 1], np.uint64))[1]["seed"].tolist() == [1, 2, M - 1]  # type: ignore[arg-type]
    for i in range(3):
        game = minesweep.Game(9, 9, 10, seed=[1, 2, M - 1][i])
        assert (envs.games.mines[i] == game.mines).all()


def test_a_partial_reset_before_any_full_one() -> None:
    envs = MinesweeperVectorEnv(3, autoreset_mode="Disabled")
    own = envs.games.seeds.tolist()
    observations, infos = envs.reset(seed=5, options={"reset_mask": np.array([False, True, False])})
    assert envs.games.seeds.tolist() == [own[0], 6, own[2]]
    assert infos["seed"].tolist() == [0, 6, 0]
    assert infos["action_mask"].any(1).tolist() == [False, True, False]
    assert (observations == -1).all()
    envs.reset(seed=[None, 7, -1], options={"reset_mask": np.array([False, True, False])})
    assert envs.games.seeds.tolist() == [own[0], 7, own[2]]  # others are not looked at


def test_outputs_of_many_are_copies() -> None:
    for mode in MODES:
        envs = MinesweeperVectorEnv(50, 1, 3, 1, first_click="any", autoreset_mode=mode)
        outputs: list[Any] = [envs.reset(seed=0)]
        for _ in range(3):
            outputs.append(envs.step(np.ones(50, int)))
            if mode is AutoresetMode.DISABLED:
                outputs.append(envs.reset(options={"reset_mask": np.ones(50, bool)}))
        arrays = list(arrays_of(outputs))
        kept = copy.deepcopy(outputs)
        for i, one in enumerate(arrays):
            assert not any(np.shares_memory(one, other) for other in arrays[:i])
        envs.step(np.zeros(50, int)) if mode is not AutoresetMode.DISABLED else envs.reset()
        equal(outputs, kept)


def arrays_of(output: Any) -> Any:
    if isinstance(output, dict):
        output = list(output.values())
    if isinstance(output, np.ndarray) and output.dtype != object:
        yield output
    elif isinstance(output, list | tuple | np.ndarray):
        for each in output:
            yield from arrays_of(each)


@pytest.mark.parametrize("mode", MODES)
def test_workers_change_nothing(mode: AutoresetMode) -> None:
    one = MinesweeperVectorEnv(40, autoreset_mode=mode)
    two = MinesweeperVectorEnv(40, autoreset_mode=mode, workers=2)
    equal(one.reset(seed=1), two.reset(seed=1))
    for square in range(0, 81, 7):
        step = one.step(np.full(40, square))
        equal(step, two.step(np.full(40, square)))
        if mode is AutoresetMode.DISABLED and step[2].any():
            options = {"reset_mask": step[2]}
            equal(one.reset(options=options), two.reset(options=options))


# ---- as Gymnasium makes and wraps them ----


@pytest.mark.parametrize("mode", [*MODES, *(mode.value for mode in MODES)])
def test_make_vec_and_specs(mode: AutoresetMode | str) -> None:
    envs = gym.make_vec(
        ID, num_envs=3, rows=4, cols=5, mines=6, autoreset_mode=mode, workers=2, reward_win=1,
        max_episode_steps=7,
    )  # fmt: skip
    assert isinstance(envs, MinesweeperVectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode(mode)
    assert envs.spec is not None
    specs = [envs.spec, pickle.loads(pickle.dumps(envs.spec))]
    if isinstance(mode, str):
        specs.append(gym.envs.registration.EnvSpec.from_json(envs.spec.to_json()))
    for spec in specs:
        again = gym.make_vec(spec)
        equal(again.reset(seed=3), envs.reset(seed=3))
        for square in range(10):
            if mode in (AutoresetMode.DISABLED, "Disabled"):
                again.reset(seed=square)
                envs.reset(seed=square)
            equal(again.step(np.full(3, square)), envs.step(np.full(3, square)))


def test_make_and_specs() -> None:
    env = gym.make(ID, rows=4, cols=5, mines=6, first_click="any", max_episode_steps=3)
    assert env.spec is not None
    specs = [
        env.spec,
        pickle.loads(pickle.dumps(env.spec)),
        gym.envs.registration.EnvSpec.from_json(env.spec.to_json()),
    ]
    for spec in specs:
        again = gym.make(spec)
        equal(again.reset(seed=2), env.reset(seed=2))
        for square in 0, 0, 0:
            step = env.step(square)
            equal(again.step(square), step)
        assert step[3]  # by the TimeLimit
    twin = pickle.loads(pickle.dumps(env.unwrapped))
    equal(twin.step(7), env.unwrapped.step(7))


def test_masks_of_many_for_the_action_space() -> None:
    envs = gym.make_vec(ID, num_envs=5)
    _, infos = envs.reset(seed=0)
    for _ in range(10):
        masks = envs.unwrapped.action_masks()  # type: ignore[attr-defined]
        assert (masks.dtype, masks.shape) == (bool, (5, 81))
        assert (masks == infos["action_mask"]).all()
        actions = envs.action_space.sample(mask=tuple(infos["action_mask"]))
        assert masks[np.arange(5), actions].all()
        *_, infos = envs.step(actions)


def play(env: gym.Env[Any, Any]) -> list[Any]:
    """What a wrapped environment gives in three seeded games of random legal moves."""
    rng, outputs = np.random.default_rng(0), []
    for seed in range(3):
        observation, info = env.reset(seed=seed)
        assert observation in env.observation_space
        ended = False
        while not ended:
            step = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
            observation, _, terminated, truncated, info = step
            assert observation in env.observation_space
            ended = terminated or truncated
            outputs.append(step)
    return outputs


ONE_HOT = gym.spaces.Box(0, 1, (9, 9, 12), np.float32)


def one_hot(observation: NDArray[np.int8]) -> NDArray[np.float32]:
    return np.eye(12, dtype=np.float32)[observation]


WRAPPERS: dict[str, Callable[[Any], Any]] = {
    "flat": wrappers.FlattenObservation,
    "one-hot": lambda env: wrappers.TransformObservation(env, one_hot, ONE_HOT),
    "float": lambda env: wrappers.DtypeObservation(env, np.float32),
    "reshaped": lambda env: wrappers.ReshapeObservation(env, (1, 9, 9)),
    "stacked": lambda env: wrappers.FrameStackObservation(env, 3),
    "with time": wrappers.TimeAwareObservation,
    "normalized reward": wrappers.NormalizeReward,
    "time limit": lambda env: wrappers.TimeLimit(env, 2),
}


@pytest.mark.parametrize("wrap", WRAPPERS.values(), ids=WRAPPERS)
def test_wrappers_of_one(wrap: Any) -> None:
    outputs = play(wrap(gym.make(ID, max_episode_steps=50)))
    assert len(outputs) >= 3


def test_statistics_of_one() -> None:
    env = wrappers.RecordEpisodeStatistics(gym.make(ID, rows=5, cols=5, mines=3))
    ends = [info["episode"] for *_, info in play(env) if "episode" in info]
    assert len(ends) == 3
    assert all(0 < end["r"] <= 1 + 1e-9 and end["l"] >= 1 for end in ends)


def test_recording() -> None:
    """Frames of text are collected; wrappers that show pictures say that there are none."""
    env = gym.make(ID, rows=4, cols=6, mines=3, render_mode="ansi_list")
    env.reset(seed=1)
    env.step(0)
    frames = env.render()
    assert frames == ["\n".join(["......"] * 4), "01....\n01....\n0113..\n0001.."]
    with pytest.raises((AssertionError, ValueError), match="rgb_array"):
        wrappers.HumanRendering(gym.make(ID, render_mode="ansi"))


OBSERVATION_WRAPPERS: dict[str, Callable[[Any], Any]] = {
    "flat": wrappers.vector.FlattenObservation,
    "float": lambda envs: wrappers.vector.DtypeObservation(envs, np.float32),
    "reshaped": lambda envs: wrappers.vector.ReshapeObservation(envs, (1, 9, 9)),
}
OTHER_WRAPPERS: dict[str, Callable[[Any], Any]] = {
    "statistics": wrappers.vector.RecordEpisodeStatistics,
    "normalized reward": wrappers.vector.NormalizeReward,
    "clipped reward": lambda envs: wrappers.vector.ClipReward(envs, 0, 0.1),
    "list of infos": wrappers.vector.DictInfoToList,
}


@pytest.mark.parametrize("wrap", OBSERVATION_WRAPPERS.values(), ids=OBSERVATION_WRAPPERS)
def test_wrappers_of_many_observations(wrap: Any) -> None:
    run_wrapped(wrap, AutoresetMode.NEXT_STEP)
    for envs in both(1, AutoresetMode.SAME_STEP):
        with pytest.raises((AssertionError, ValueError)):
            wrap(envs)


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("wrap", OTHER_WRAPPERS.values(), ids=OTHER_WRAPPERS)
def test_wrappers_of_many(wrap: Any, mode: AutoresetMode) -> None:
    run_wrapped(wrap, mode)


def run_wrapped(wrap: Any, mode: AutoresetMode) -> None:
    """They give what they give around single environments."""
    ours, theirs = (wrap(envs) for envs in both(6, mode))
    equal(ours.reset(seed=4), theirs.reset(seed=4))
    rng = np.random.default_rng(0)
    for _ in range(30):
        actions = rng.integers(81, size=6)
        steps = ours.step(actions), theirs.step(actions)
        for *_, infos in steps:
            for info in infos if isinstance(infos, list) else [infos]:
                info.get("episode", {}).pop("t", None)  # seconds
        assert steps[0][0] in ours.observation_space
        equal(*steps)


def test_one_hot_of_many() -> None:
    envs = gym.make_vec(ID, num_envs=4)
    space = gym.spaces.Box(0, 1, (4, 9, 9, 12), np.float32)
    wrapped: Any = wrappers.vector.TransformObservation(envs, one_hot, space, ONE_HOT)
    observations, _ = wrapped.reset(seed=0)
    assert observations in space
    assert (wrapped.step(np.full(4, 40))[0].argmax(-1) == envs.unwrapped.games.visible % 12).all()  # type: ignore[attr-defined]


# ---- errors ----


BAD: list[tuple[type[Exception], str, dict[str, Any]]] = [
    (ValueError, "rows", {"rows": 0}),
    (ValueError, "mines", {"mines": 81}),
    (ValueError, "first_click", {"first_click": "never"}),
    (TypeError, "cols must be an integer", {"cols": 9.0}),
    (ValueError, "max_episode_steps must be at least 1, not 0", {"max_episode_steps": 0}),
    (TypeError, "integer", {"max_episode_steps": 2.5}),
    (ValueError, "render_mode must be None or 'ansi', not 'human'", {"render_mode": "human"}),
    (TypeError, "real number", {"reward_win": None}),
]
BAD_VECTOR: list[tuple[type[Exception], str, dict[str, Any]]] = [
    (ValueError, "n must be at least 1", {"num_envs": 0}),
    (ValueError, "Sometimes", {"autoreset_mode": "Sometimes"}),
    (ValueError, "workers", {"workers": 0}),
    (TypeError, "workers", {"workers": 1.5}),
]


@pytest.mark.parametrize(("error", "match", "arguments"), BAD)
def test_bad_arguments(error: type[Exception], match: str, arguments: dict[str, Any]) -> None:
    for environment in MinesweeperEnv, MinesweeperVectorEnv:
        with pytest.raises(error, match=match):
            environment(**arguments)


@pytest.mark.parametrize(("error", "match", "arguments"), BAD_VECTOR)
def test_bad_arguments_of_many(
    error: type[Exception], match: str, arguments: dict[str, Any]
) -> None:
    with pytest.raises(error, match=match):
        MinesweeperVectorEnv(**arguments)


@pytest.mark.parametrize(
    ("error", "action"), [(IndexError, 81), (IndexError, -1), (TypeError, 4.0), (TypeError, None)]
)
def test_bad_actions(error: type[Exception], action: Any) -> None:
    env = MinesweeperEnv(max_episode_steps=1)
    env.reset(seed=1)
    with pytest.raises(error):
        env.step(action)
    assert (env.game.visible == -1).all()
    assert not env.step(40)[2]
    envs = MinesweeperVectorEnv(3)
    envs.reset(seed=1)
    with pytest.raises(error):
        envs.step([40, 40, action])  # type: ignore[arg-type]
    assert (envs.games.visible == -1).all()


@pytest.mark.parametrize(
    ("error", "seed", "mask"),
    [
        (ValueError, -1, None),
        (ValueError, M, None),
        (ValueError, [1, 2], None),
        (ValueError, [1, None], None),
        (ValueError, [1, None, M], None),
        (TypeError, [1, None, 0.5], None),
        (TypeError, [0.0, 1, 2], None),
        (TypeError, ["", 1, 2], None),
        (TypeError, 1.5, None),
        (TypeError, None, np.array([0, 1, 1])),
        (ValueError, None, np.array([True, False])),
        (ValueError, None, np.zeros(3, bool)),
    ],
)
def test_bad_resets(error: type[Exception], seed: Any, mask: Any) -> None:
    envs = MinesweeperVectorEnv(3, max_episode_steps=2)
    envs.reset(seed=1)
    envs.step(np.full(3, 40))
    before = envs.games.visible.copy(), envs.games.seeds
    with pytest.raises(error):
        envs.reset(seed=seed, options=None if mask is None else {"reset_mask": mask})
    equal((envs.games.visible.copy(), envs.games.seeds), before)
    assert envs.step(np.full(3, 40))[3].any()  # the steps are counted on


def test_without_gymnasium() -> None:
    code = """if True:
        import sys
        sys.modules["gymnasium"] = None
        import minesweep
        try:
            import minesweep.gymnasium
        except ImportError as error:
            print(error)
    """
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "pip install 'minesweep[gymnasium]'" in done.stdout
