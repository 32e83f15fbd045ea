"""A bot that opens the square least likely to be a mine: how many expert games it wins.

python bot.py [GAMES]
"""

import sys

import numpy as np

import minesweep

AT_ONCE = 500
START = 3 * 30 + 3  # an opening


def play(seed: int, number: int) -> int:
    """How many games of these seeds the bot wins."""
    games = minesweep.Games(number, *minesweep.EXPERT, seed=seed)
    squares = np.full(number, START)
    while not games.over.all():
        games.reveal(squares)
        games.open_safe()
        playing = np.flatnonzero(~games.over)
        visible = games.visible[playing]
        chances = np.where(visible < 0, minesweep.probabilities(visible, 99), 2)
        squares[playing] = chances.reshape(len(playing), 480).argmin(1)
    return int(games.won.sum())


won, number = 0, int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
for done in range(0, number, AT_ONCE):
    won += play(done, min(AT_ONCE, number - done))
    bar = "#" * (40 * min(done + AT_ONCE, number) // number)
    print(f"\r[{bar:40}] {won} won", end="", file=sys.stderr, flush=True)
rate = won / number
spread = 1.96 * (rate * (1 - rate) / number) ** 0.5
print(f"\n{100 * rate:.1f} % ± {100 * spread:.1f} % of {number} games won")
