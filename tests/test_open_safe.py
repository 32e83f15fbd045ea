"""Opening all that is proven safe: as the reference does it, and never a mine."""

import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import minesweep
from minesweep import EXPERT, FLAG, HIDDEN, Game, Games, TooHard, reference

np = pytest.importorskip("numpy")

BOT = Path(__file__).parent / "examples" / "bot.py"


def lattice_of_mines() -> Any:
    """After a reveal of every second square it is too hard to say what is safe."""
    mines = np.zeros((31, 31), bool)
    mines[::2, 1::2] = True
    mines[1::2, 0::4] = True
    return mines


def hard_game() -> Game:
    game = Game.from_mines(lattice_of_mines())
    for row in range(1, 31, 2):
        for col in range(1, 31, 2):
            game.reveal(row, col)
    return game


@pytest.mark.parametrize("size", [(1, 9, 2), (4, 4, 3), (5, 6, 6), (6, 7, 9)], ids=str)
def test_the_same_as_the_reference(size: tuple[int, int, int]) -> None:
    opened = 0
    for seed in range(12):
        game = Game(*size, seed=seed)
        plain = reference.Game(*size, seed=seed)
        for row, col in [(0, seed % size[1]), (size[0] - 1, size[1] - 1)]:
            assert game.reveal(row, col) == plain.reveal(row, col)
            count = game.open_safe()
            assert count == plain.open_safe()
            assert game.visible.tolist() == plain.visible
            assert list(map(tuple, game.revealed.tolist())) == plain.revealed
            assert (game.won, game.lost, game.safe_left) == (plain.won, plain.lost, plain.safe_left)
            opened += count
    assert opened > 8


def test_games_as_one_by_one() -> None:
    games = Games(60, *EXPERT, seed=3)
    one_by_one = [Game(*EXPERT, seed=3 + i) for i in range(60)]
    for square in (93, 240, 0):
        counts = games.reveal(np.full(60, square)) + games.open_safe()
        for i, game in enumerate(one_by_one):
            assert counts[i] == game.reveal(*divmod(square, 30)) + game.open_safe()
            assert (games.visible[i] == game.visible).all()
        for name in "won", "lost", "safe_left":
            assert getattr(games, name).tolist() == [getattr(game, name) for game in one_by_one]
    assert games.lost.any()


@pytest.mark.parametrize("workers", [2, 5, -1])
def test_workers(workers: int) -> None:
    alone, together = Games(300, *EXPERT, seed=1), Games(300, *EXPERT, seed=1)
    for square in (93, 300):
        alone.reveal(np.full(300, square))
        together.reveal(np.full(300, square))
        assert (alone.open_safe() == together.open_safe(workers=workers)).all()
        assert (alone.visible == together.visible).all()
        assert (alone.safe_left == together.safe_left).all()


def test_no_proof_opens_a_mine_or_leaves_a_safe_square() -> None:
    games = Games(300, *EXPERT, seed=99)
    games.reveal(np.full(300, 93))
    assert games.open_safe().sum() > 1000
    assert not games.lost.any()
    assert (games.open_safe() == 0).all()
    chances = minesweep.probabilities(games.visible[~games.over], 99)
    assert not ((chances == 0) & (games.visible[~games.over] < 0)).any()
    assert not (chances[~games.mines[~games.over]] == 1).any()


def test_before_the_first_reveal_nothing_is_proven() -> None:
    for rule in "any", "safe", "opening":
        game, games = Game(4, 5, 3, seed=1, first_click=rule), Games(2, 4, 5, 3, first_click=rule)
        mines = game.mines.copy()
        assert game.open_safe() == 0
        assert games.open_safe().tolist() == [0, 0]
        assert (game.visible == HIDDEN).all()
        assert (game.mines == mines).all()
        free = Game(4, 5, 0, first_click=rule)
        assert free.open_safe() == 20
        assert free.won


def test_flags_stay_and_are_no_knowledge() -> None:
    game = Game.from_mines(np.array([[0, 0, 1, 0, 0, 1]], bool))
    for col in (1, 3):
        assert game.reveal(0, col) == 1
    assert game.flag(0, 0)
    assert game.flag(0, 5)
    assert game.open_safe() == 0  # for both mines may be elsewhere
    assert game.reveal(0, 4) == 1
    assert game.open_safe() == 0  # for what is safe has a flag
    assert game.visible.tolist() == [[FLAG, 1, HIDDEN, 1, 1, FLAG]]
    assert not game.flag(0, 0)
    assert game.open_safe() == 1
    assert game.revealed.tolist() == [[0, 0]]
    assert game.won


def test_after_the_end() -> None:
    lost = Game.from_mines(np.array([[True, False, False]]))
    lost.reveal(0, 0)
    assert lost.open_safe() == 0
    assert lost.revealed.tolist() == []
    games = Games.from_mines(np.array([[[True, False, False]]] * 2))
    games.reveal([0, 2])
    assert games.open_safe().tolist() == [0, 0]
    assert games.over.all()


def test_layouts_with_different_numbers_of_mines() -> None:
    mines = np.array([[[0, 1, 0, 0]], [[0, 1, 0, 1]], [[0, 1, 1, 0]]], bool)
    games = Games.from_mines(mines)
    games.reveal([0, 0, 0])
    assert games.open_safe().tolist() == [2, 0, 0]


def test_a_game_that_is_too_hard_stays_as_it_was() -> None:
    game = hard_game()
    before, revealed = game.visible.copy(), game.revealed.tolist()
    with pytest.raises(TooHard, match="the board takes more than 1000000 states"):
        game.open_safe()
    assert (game.visible == before).all()
    assert game.revealed.tolist() == revealed
    assert game.safe_left == int((before < 0).sum() - game.mines.sum())
    assert game.flag(0, 0) in (True, False)

    games = Games.from_mines(np.stack([np.eye(31, dtype=bool), lattice_of_mines()]))
    games.reveal([2, 2])
    games.open_safe()
    for square in [row * 31 + col for row in range(1, 31, 2) for col in range(1, 31, 2)]:
        games.reveal([square if games.visible[0, square // 31, square % 31] >= 0 else 2, square])
    before = games.visible[1].copy()
    with pytest.raises(TooHard, match="board number 1: the board takes more than"):
        games.open_safe()
    assert (games.visible[1] == before).all()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timers")
@pytest.mark.parametrize("workers", [1, 2])
def test_a_signal_is_heard(workers: int) -> None:
    def interrupt(_signal: int, _frame: object) -> None:
        raise KeyboardInterrupt

    games = Games(200_000, *EXPERT, seed=1)
    games.reveal(np.full(200_000, 93))
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(KeyboardInterrupt):
            games.open_safe(workers=workers)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert not games.lost.any()
    closed = games.visible < 0
    assert (games.safe_left == (closed & ~games.mines).sum((1, 2))).all()


def test_the_bot() -> None:
    done = subprocess.run([sys.executable, BOT, "200"], capture_output=True, text=True, check=True)
    assert "#" * 40 in done.stderr
    assert 51.2 - 15 < float(done.stdout.split()[0]) < 51.2 + 15
    assert done.stdout.strip().endswith("of 200 games won")
