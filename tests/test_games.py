"""The rules of a game, clause by clause."""

import copy
import itertools
import pickle
from types import ModuleType
from typing import Any

import pytest
from players import mines_from, places, revealed, state, view, visible

import minesweep


def game_on(games: ModuleType, *rows: str) -> Any:
    return games.Game.from_mines(mines_from(list(rows)))


# ---- reveal ----


def test_a_numbered_square(games: ModuleType) -> None:
    game = game_on(games, "..*", "...")
    assert game.reveal(0, 1) == 1
    assert (revealed(game), str(game)) == ([(0, 1)], ".1.\n...")
    assert (game.safe_left, state(game)) == (4, "playing")


def test_an_opening(games: ModuleType) -> None:
    game = game_on(games, "....*", ".....")
    assert game.reveal(1, 0) == 8
    assert str(game) == "0001.\n0001."
    assert revealed(game) == [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2), (1, 3)]
    assert (game.safe_left, state(game)) == (1, "playing")


def test_a_mine(games: ModuleType) -> None:
    game = game_on(games, "..*", "..*")
    assert game.reveal(1, 2) == 1
    assert (revealed(game), str(game)) == ([(1, 2)], "...\n..*")
    assert visible(game) == [[-1, -1, -1], [-1, -1, 9]]
    assert (game.safe_left, state(game)) == (4, "lost")


def test_the_last_free_square_wins(games: ModuleType) -> None:
    game = game_on(games, "*.*.")
    assert (game.reveal(0, 1), state(game)) == (1, "playing")
    assert (game.reveal(0, 3), state(game)) == (1, "won")
    assert (game.safe_left, str(game)) == (0, ".2.1")


@pytest.mark.parametrize("square", [(0, 1), (0, 0)], ids=["open", "flagged"])
def test_reveal_does_nothing_on(games: ModuleType, square: tuple[int, int]) -> None:
    game = game_on(games, "*..")
    game.flag(0, 0)
    game.reveal(0, 1)
    assert game.reveal(*square) == 0
    assert (str(game), revealed(game), state(game)) == ("F1.", [], "playing")


def test_numbers_from_0_to_8(games: ModuleType) -> None:
    around = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)]
    for number in range(9):
        mines = [[(row, col) in around[:number] for col in range(3)] for row in range(3)]
        game = games.Game.from_mines(mines)
        game.reveal(1, 1)
        assert game.visible[1][1] == number


# ---- flags ----


def test_a_flag_is_put_and_taken_away(games: ModuleType) -> None:
    game = game_on(games, "*..")
    assert game.flag(0, 2) is True
    assert str(game) == "..F"
    assert game.flag(0, 2) is False
    assert str(game) == "..."
    assert game.safe_left == 2


def test_an_open_square_takes_no_flag(games: ModuleType) -> None:
    game = game_on(games, "*..")
    game.reveal(0, 1)
    assert game.flag(0, 1) is False
    assert str(game) == ".1."


def test_a_flag_stops_an_opening_and_stays(games: ModuleType) -> None:
    game = game_on(games, "......*")
    game.flag(0, 2)
    assert game.reveal(0, 0) == 2
    assert (str(game), revealed(game)) == ("00F....", [(0, 0), (0, 1)])
    assert game.reveal(0, 4) == 3
    assert str(game) == "00F001."
    assert (game.safe_left, state(game)) == (1, "playing")
    assert game.flag(0, 2) is False
    assert game.reveal(0, 2) == 1
    assert state(game) == "won"


def test_an_opening_goes_around_a_flag(games: ModuleType) -> None:
    game = game_on(games, ".....", ".....", ".....")
    game.flag(1, 2)
    assert game.reveal(0, 0) == 14
    assert str(game) == "00000\n00F00\n00000"


def test_flags_do_not_matter_for_a_win(games: ModuleType) -> None:
    game = game_on(games, "*.*")
    game.flag(0, 0)
    game.reveal(0, 1)
    assert (state(game), str(game)) == ("won", "F2.")


def test_revealed_is_left_by_flags(games: ModuleType) -> None:
    game = game_on(games, "*..")
    game.reveal(0, 1)
    game.flag(0, 0)
    assert revealed(game) == [(0, 1)]


# ---- chords ----


def test_a_chord_reveals_all_around(games: ModuleType) -> None:
    game = game_on(games, "*....", ".....", ".....")
    game.reveal(1, 1)
    game.flag(0, 0)
    assert game.chord(1, 1) == 13
    assert (str(game), state(game)) == ("F1000\n11000\n00000", "won")
    assert len(revealed(game)) == 13
    assert revealed(game) == sorted(revealed(game))
    assert (1, 1) not in revealed(game)


def test_a_chord_over_two_openings(games: ModuleType) -> None:
    game = game_on(games, "..*", "...", "*..")
    game.reveal(1, 1)
    game.flag(0, 2)
    game.flag(2, 0)
    assert game.chord(1, 1) == 6
    assert (str(game), state(game)) == ("01F\n121\nF10", "won")
    assert revealed(game) == [(0, 0), (0, 1), (1, 0), (1, 2), (2, 1), (2, 2)]


@pytest.mark.parametrize("flags", [[], [(0, 0), (2, 2)]], ids=["too few", "too many"])
def test_a_chord_needs_exactly_as_many_flags(
    games: ModuleType, flags: list[tuple[int, int]]
) -> None:
    game = game_on(games, "*....", ".....", ".....")
    game.reveal(1, 1)
    for square in flags:
        game.flag(*square)
    before = str(game)
    assert game.chord(1, 1) == 0
    assert (str(game), revealed(game)) == (before, [])


def test_a_chord_on_a_wrong_flag_hits_the_mine_and_opens_the_rest(games: ModuleType) -> None:
    game = game_on(games, "*....", ".....", ".....")
    game.reveal(1, 1)
    game.flag(0, 1)
    assert game.chord(1, 1) == 13
    assert str(game) == "*F000\n11000\n00000"
    assert (state(game), game.safe_left) == ("lost", 1)


def test_a_chord_can_hit_several_mines(games: ModuleType) -> None:
    game = game_on(games, "*.*", "...", "*..")
    game.reveal(1, 1)
    for square in (0, 1), (1, 0), (1, 2):
        game.flag(*square)
    assert game.chord(1, 1) == 5
    assert (str(game), state(game)) == ("*F*\nF3F\n*10", "lost")


def test_a_mine_hit_when_one_free_square_is_left_is_a_loss(games: ModuleType) -> None:
    game = game_on(games, "*..*")
    game.reveal(0, 1)
    game.reveal(0, 0)
    assert (state(game), game.safe_left) == ("lost", 1)
    game = game_on(games, "*.", "..")
    game.reveal(0, 1)
    game.flag(1, 0)
    game.reveal(1, 1)
    assert game.chord(0, 1) == 1
    assert (str(game), state(game), game.safe_left) == ("*1\nF1", "lost", 1)


def test_a_chord_on_a_zero(games: ModuleType) -> None:
    game = game_on(games, "......*")
    game.flag(0, 1)
    game.reveal(0, 0)
    assert str(game) == "0F....."
    assert game.chord(0, 0) == 0
    game.flag(0, 1)
    assert game.chord(0, 0) == 5
    assert str(game) == "000001."


@pytest.mark.parametrize("square", [(0, 1), (0, 2)], ids=["hidden", "flagged"])
def test_a_chord_on_a_closed_square_does_nothing(
    games: ModuleType, square: tuple[int, int]
) -> None:
    game = game_on(games, "*....")
    game.flag(0, 2)
    assert game.chord(*square) == 0
    assert str(game) == "..F.."


# ---- after the end ----


@pytest.mark.parametrize("end", ["won", "lost"])
def test_nothing_moves_after_the_end(games: ModuleType, end: str) -> None:
    game = game_on(games, "*...", "...*")
    game.flag(0, 0)
    for row, col in itertools.product(range(2), range(4)):
        if not game.mines[row][col] and (end == "won" or col < 2):
            game.reveal(row, col)
    if end == "lost":
        game.reveal(1, 3)
    assert state(game) == end
    board, left = str(game), game.safe_left
    for row, col in itertools.product(range(2), range(4)):
        assert game.flag(row, col) is ((row, col) == (0, 0))
        assert game.reveal(row, col) == 0
        assert revealed(game) == []
        assert game.chord(row, col) == 0
    assert (str(game), game.safe_left, state(game)) == (board, left, end)


def test_squares_outside_are_errors_after_the_end_too(games: ModuleType) -> None:
    game = game_on(games, "*.")
    game.reveal(0, 1)
    for move in game.reveal, game.chord, game.flag:
        with pytest.raises(IndexError, match=r"click \(0, 2\) is outside the board of 1 row and 2"):
            move(0, 2)


# ---- what a game tells ----


def test_a_new_game(games: ModuleType) -> None:
    game = games.Game(2, 3, 1, seed=5)
    assert visible(game) == [[-1] * 3] * 2
    assert (game.won, game.lost, game.over) == (False, False, False)
    assert (game.safe_left, game.n_mines, game.seed) == (5, 1, 5)
    assert revealed(game) == []
    assert str(game) == "...\n..."


def test_revealed_after_a_reset(games: ModuleType) -> None:
    game = games.Game(5, 5, 3, seed=5)
    game.reveal(2, 2)
    assert revealed(game)
    game.reset()
    assert revealed(game) == []


def test_a_game_on_your_own_mines(games: ModuleType) -> None:
    game = game_on(games, "*.", "..")
    assert (game.seed, game.n_mines, game.safe_left) == (None, 1, 3)
    game.reveal(1, 1)
    game.flag(0, 0)
    game.reset()
    assert (str(game), places(game), game.seed) == ("..\n..", [0], None)
    with pytest.raises(ValueError, match="no seed"):
        game.reset(3)
    with pytest.raises(ValueError, match="no seed"):
        game.reset(seed=0)


def test_own_mines_are_copied(games: ModuleType) -> None:
    mines = mines_from(["*.."])
    game = games.Game.from_mines(mines)
    mines[0][0], mines[0][2] = False, True
    assert places(game) == [0]


def test_a_board_without_mines(games: ModuleType) -> None:
    game = games.Game(3, 4, 0, seed=1)
    assert (game.reveal(1, 1), state(game)) == (12, "won")


def test_text(games: ModuleType) -> None:
    game = game_on(games, "*...", "..**")
    game.flag(0, 0)
    game.reveal(0, 1)
    game.reveal(1, 2)
    assert str(game) == "F2..\n..*."


def test_repr(games: ModuleType) -> None:
    game = games.Game(2, 3, 1, seed=7, first_click="any")
    name = f"{games.Game.__module__.removesuffix('._games')}.Game"
    assert repr(game) == f"<{name} 2x3, 1 mines, seed 7, playing>"
    game = game_on(games, "*.")
    assert repr(game) == f"<{name} 1x2, 1 mines, seed None, playing>"
    game.reveal(0, 1)
    assert repr(game) == f"<{name} 1x2, 1 mines, seed None, won>"
    game.reset()
    game.reveal(0, 0)
    assert repr(game) == f"<{name} 1x2, 1 mines, seed None, lost>"


# ---- copies ----


COPIES = {
    "copy()": lambda game: game.copy(),
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    **{
        f"pickle {protocol}": lambda game, protocol=protocol: pickle.loads(
            pickle.dumps(game, protocol)
        )
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    },
}


@pytest.mark.parametrize("made", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("moves", [0, 1, 2, 3])
def test_a_copy_is_an_independent_game_in_the_same_state(
    games: ModuleType, moves: int, made: Any
) -> None:
    game = games.Game(6, 7, 6, seed=3)
    actions = [(game.reveal, 2, 2), (game.flag, 5, 6), (game.reveal, 0, 6)]
    for act, *square in actions[:moves]:
        act(*square)
    before, mines = view(game), places(game)
    twin = made(game)
    assert type(twin) is type(game)
    assert (view(twin), places(twin), twin.seed) == (before, mines, game.seed)
    for row, col in itertools.product(range(6), range(7)):
        twin.reveal(row, col) if (row + col) % 3 else twin.flag(row, col)
    twin.reset()
    assert (view(game), places(game), game.seed) == (before, mines, 3)
    other = made(game)
    game.reveal(5, 0)
    assert (view(other), places(other)) == (before, mines)
    assert other.reveal(5, 0) == len(revealed(game))
    assert (view(other), places(other)) == (view(game), places(game))
    game.reset()
    other.reset()
    assert (other.seed, places(other)) == (game.seed, places(game))


def test_copies_of_games_on_your_own_mines(games: ModuleType) -> None:
    for made in COPIES.values():
        game = game_on(games, "*..", "...")
        game.reveal(0, 1)
        twin = made(game)
        assert (view(twin), places(twin), twin.seed) == (view(game), [0], None)
        twin.reset()
        assert (places(twin), str(game)) == ([0], ".1.\n...")
        with pytest.raises(ValueError, match="no seed"):
            twin.reset(1)


# ---- errors leave the game as it was ----


class NoIndex:
    pass


@pytest.mark.parametrize("name", ["reveal", "chord", "flag"])
@pytest.mark.parametrize(
    ("square", "error", "words"),
    [
        ((9, 0), IndexError, r"click \(9, 0\) is outside the board of 9 rows and 8 columns"),
        ((0, 8), IndexError, r"\(0, 8\)"),
        ((-1, 0), IndexError, r"\(-1, 0\)"),
        ((0, -1), IndexError, r"\(0, -1\)"),
        ((2**70, 0), IndexError, r"\(1180591620717411303424, 0\)"),
        ((0, -(2**70)), IndexError, r"\(0, -1180591620717411303424\)"),
        ((2**63, 0), IndexError, r"\(9223372036854775808, 0\)"),
        ((2**32, 0), IndexError, r"\(4294967296, 0\)"),
        ((0, -(2**32)), IndexError, r"\(0, -4294967296\)"),
        ((1.0, 0), TypeError, "row of the click must be an integer, not float"),
        ((0, "1"), TypeError, "column of the click must be an integer, not str"),
        ((None, 0), TypeError, "row of the click must be an integer, not NoneType"),
        ((0, NoIndex()), TypeError, "column of the click must be an integer, not NoIndex"),
    ],
)
def test_bad_squares(
    games: ModuleType, name: str, square: tuple[Any, Any], error: type[Exception], words: str
) -> None:
    game = games.Game(9, 8, 10, seed=1)
    for _ in range(2):
        before, mines = view(game), places(game)
        with pytest.raises(error, match=words):
            getattr(game, name)(*square)
        assert (view(game), places(game)) == (before, mines)
        game.reveal(4, 4)


@pytest.mark.parametrize(
    ("size", "words"),
    [
        ((0, 5, 0), "at least one row and one column, not rows=0 and cols=5"),
        ((5, 0, 0), "rows=5 and cols=0"),
        ((-3, -3, 0), "rows=-3 and cols=-3"),
        ((-(2**70), 1, 0), "rows=-1180591620717411303424"),
        ((3, 3, -1), "mines must be from 0 to 8, so that one square stays free, not -1"),
        ((3, 3, 9), "from 0 to 8"),
        ((20, 20, 450), "mines must be from 0 to 399, so that one square stays free, not 450"),
        ((1, 1, 1), "from 0 to 0"),
        ((3, 3, 2**70), "not 1180591620717411303424"),
        ((3, 3, -(2**64)), "not -18446744073709551616"),
    ],
)
def test_bad_sizes(games: ModuleType, size: tuple[int, int, int], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        games.Game(*size)


@pytest.mark.parametrize(
    ("size", "words"),
    [
        ((3.0, 3, 1), "rows must be an integer, not float"),
        ((3, "3", 1), "cols must be an integer, not str"),
        ((3, 3, None), "mines must be an integer, not NoneType"),
        ((3, 3, [1]), "mines must be an integer, not list"),
    ],
)
def test_sizes_that_are_no_integers(games: ModuleType, size: Any, words: str) -> None:
    with pytest.raises(TypeError, match=words):
        games.Game(*size)


@pytest.mark.parametrize("seed", [-1, 2**64, -(2**64), 2**100])
def test_bad_seeds(games: ModuleType, seed: int) -> None:
    with pytest.raises(ValueError, match=rf"seed must be from 0 to 2\*\*64 - 1, not {seed}"):
        games.Game(3, 3, 1, seed=seed)
    game = games.Game(3, 3, 1, seed=4)
    game.reveal(0, 0)
    before, mines = view(game), places(game)
    with pytest.raises(ValueError, match="seed must be"):
        game.reset(seed)
    assert (view(game), places(game), game.seed) == (before, mines, 4)


@pytest.mark.parametrize("seed", [1.0, "1", [1]])
def test_seeds_that_are_no_integers(games: ModuleType, seed: Any) -> None:
    with pytest.raises(TypeError, match="seed must be an integer, not"):
        games.Game(3, 3, 1, seed=seed)
    game = games.Game(3, 3, 1, seed=4)
    with pytest.raises(TypeError, match="seed must be an integer, not"):
        game.reset(seed)
    assert game.seed == 4


@pytest.mark.parametrize("rule", ["", "zero", "Opening", "openings", None, 1])
def test_bad_first_clicks(games: ModuleType, rule: Any) -> None:
    with pytest.raises(ValueError, match="first_click must be 'any', 'safe' or 'opening', not"):
        games.Game(3, 3, 1, first_click=rule)


def test_seed_and_first_click_are_keywords(games: ModuleType) -> None:
    with pytest.raises(TypeError):
        games.Game(3, 3, 1, 5)


class Index:
    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def test_anything_with_an_index_is_an_integer(games: ModuleType) -> None:
    game = games.Game(Index(9), Index(9), Index(10), seed=Index(1))
    assert places(game) == places(games.Game(9, 9, 10, seed=1))
    assert game.reveal(Index(4), Index(4)) == 60
    assert game.flag(False, True) == (game.visible[0][1] == -2)
    assert type(game.seed) is type(game.n_mines) is int


def test_numpy_integers(games: ModuleType) -> None:
    np = pytest.importorskip("numpy")
    game = games.Game(np.int8(9), np.uint64(9), np.int32(10), seed=np.uint64(2**64 - 1))
    assert (game.seed, type(game.seed)) == (2**64 - 1, int)
    assert game.reveal(np.int64(4), np.uint8(4)) == len(revealed(game))


# ---- a player's view shows no mine ----


def test_nothing_but_mines_seed_and_copies_tells_of_a_hidden_mine(games: ModuleType) -> None:
    """Two layouts that differ only where nothing that was revealed depends on it."""
    left = [".....*.*", "........", "........", "........"]
    right = ["........", "........", ".......*", ".....*.."]
    one, other = game_on(games, *left), game_on(games, *right)
    first, second = (games.Game.from_mines(mines_from(rows)) for rows in (left, right))
    assert repr(first) == repr(second)
    assert view(first) == view(second)
    for game in one, other:
        for square in [(0, 7), (3, 5), (2, 0)]:
            game.flag(*square)
        game.chord(1, 1)
    assert view(one) == view(other)
    hidden = {"mines", "seed", "copy", "__reduce__", "__getstate__"}
    public = [name for name in dir(one) if not name.startswith("_") and name not in hidden]
    for name in public:
        value, same = getattr(one, name), getattr(other, name)
        if not callable(value):
            assert repr(value) == repr(same), name


def test_the_constants(games: ModuleType) -> None:
    assert (games.HIDDEN, games.FLAG, games.MINE) == (-1, -2, 9)
    if games is minesweep:
        assert games.BEGINNER == (9, 9, 10)
        assert games.INTERMEDIATE == (16, 16, 40)
        assert games.EXPERT == (16, 30, 99)
        assert {type(value) for value in (games.HIDDEN, games.FLAG, games.MINE)} == {int}
