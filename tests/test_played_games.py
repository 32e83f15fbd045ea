"""Games of people, and game cases from fault reports, action by action."""

from types import ModuleType

import pytest
from cases.games import CASES, MEASURED, REPLAYS, Case, Replay
from players import Player, mines_from, revealed, state

PLAYABLE = [case for case in CASES if any("." in row for row in case.mines)]


@pytest.mark.parametrize("case", PLAYABLE, ids=lambda case: f"{case.id} {case.note}".strip())
def test_a_case(games: ModuleType, case: Case) -> None:
    game = games.Game.from_mines(mines_from(case.mines))
    player, states = Player(game, case.marks), []
    for action in case.actions:
        player.act(action)
        states.append(state(game))
    assert (states, player.board()) == (case.states, case.expected)


@pytest.mark.parametrize("replay", REPLAYS, ids=lambda replay: f"{replay.id} {replay.program}")
def test_a_replay(games: ModuleType, replay: Replay) -> None:
    mines = mines_from(replay.mines)
    game, cols = games.Game.from_mines(mines), len(mines[0])
    free = game.safe_left
    player = Player(game, replay.marks)
    for number, (action, opened) in enumerate(zip(replay.actions, replay.opened, strict=True)):
        count = player.act(action)
        if action[0] in "LC":
            assert (number, [r * cols + c for r, c in revealed(game)]) == (number, sorted(opened))
        assert (number, count) == (number, len(opened))
        free -= len(opened)
        assert game.safe_left == free
    assert player.board() == replay.expected
    assert state(game) == {"win": "won", "loss": "lost", "unfinished": "playing"}[replay.result]
    assert (games.bbbv(mines), games.openings(mines)) == (replay.bbbv, replay.openings)


def test_a_layout_without_a_free_square_is_refused(games: ModuleType) -> None:
    full = [case for case in CASES if case not in PLAYABLE]
    assert [case.id for case in full] == ["case0290"]
    for case in full:
        with pytest.raises(ValueError, match="mines must be from 0 to 0"):
            games.Game.from_mines(mines_from(case.mines))


def test_measured_boards(games: ModuleType) -> None:
    measured = [
        (board.id, games.bbbv(mines), games.openings(mines))
        for board in MEASURED
        for mines in [mines_from(board.mines)]
    ]
    assert measured == [(board.id, board.bbbv, board.openings) for board in MEASURED]
