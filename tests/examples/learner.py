"""A small network learns to play 5x5 with 3 mines; then how many games it wins, and random play.

python learner.py [PLOT.svg]

It says how likely a hidden square is safe, from what the 24 squares around that show. It is told no
rule: it learns from whether the squares that it chose were safe.
"""

import sys

import gymnasium as gym
import matplotlib.pyplot as plt
import numpy as np
from rich.progress import track

import minesweep.gymnasium

BOARD = {"rows": 5, "cols": 5, "mines": 3}
STEPS, RATE, GAMES, FRESH = 600, 0.5, 500, 10_000
rng = np.random.default_rng(0)
layers = [rng.normal(0, 0.1, size).astype("f4") for size in [(300, 64), 64, 64, 1]]


def surroundings(visible):
    """For each square of each game the 5x5 squares around it, one-hot; 10 is outside."""
    padded = np.pad(visible, ((0, 0), (2, 2), (2, 2)), constant_values=10)
    windows = np.lib.stride_tricks.sliding_window_view(padded, (5, 5), axis=(1, 2))
    return np.eye(12, dtype="f4")[windows.reshape(-1, 25, 25)].reshape(-1, 25, 300)


def hidden_and_log_odds(inputs):
    hidden = np.maximum(inputs @ layers[0] + layers[1], 0)
    return hidden, hidden @ layers[2] + layers[3]


def learn(inputs, safe):
    """Descend the slope of the cross-entropy."""
    hidden, odds = hidden_and_log_odds(inputs)
    error = (1 / (1 + np.exp(-odds)) - safe) / len(safe)
    back = np.outer(error, layers[2]) * (hidden > 0)
    slopes = inputs.T @ back, back.sum(0), hidden.T @ error, error.sum()
    layers[:] = [layer - RATE * slope for layer, slope in zip(layers, slopes, strict=True)]


def safest(visible):
    odds = hidden_and_log_odds(surroundings(visible))[1]
    return np.where(visible.reshape(-1, 25) < 0, odds, -np.inf).argmax(1)


def at_random(visible):
    return (rng.random((len(visible), 25)) * (visible.reshape(-1, 25) < 0)).argmax(1)


def win_rate(player):
    games, won = minesweep.Games(GAMES, **BOARD), 0
    for seed in range(10**9, 10**9 + FRESH, GAMES):
        games.reset(seed=seed)
        while not games.over.all():
            games.reveal(player(games.visible))
        won += games.won.sum()
    return won / FRESH


envs = gym.make_vec("minesweep/Minesweeper-v0", GAMES, autoreset_mode="SameStep", **BOARD)
visible, _ = envs.reset(seed=0)
ended, won = np.zeros((2, STEPS))
for step in track(range(STEPS), "Learning"):
    actions = np.where(rng.random(GAMES) < 0.05, at_random(visible), safest(visible))
    chosen = surroundings(visible)[np.arange(GAMES), actions]
    visible, rewards, terminated, _, _ = envs.step(actions)
    learn(chosen, rewards > 0)
    ended[step], won[step] = terminated.sum(), (rewards > 0)[terminated].sum()

learned, random = map(win_rate, [safest, at_random])
print(f"{100 * learned:.1f} % of {FRESH} fresh games won; at random {100 * random:.1f} %")
if len(sys.argv) > 1:
    plt.plot(range(20, STEPS + 1, 20), won.reshape(-1, 20).sum(1) / ended.reshape(-1, 20).sum(1))
    plt.axhline(random, ls="--")
    plt.gca().set(xlabel="steps", ylabel="games won; dashed: at random")
    plt.savefig(sys.argv[1])
