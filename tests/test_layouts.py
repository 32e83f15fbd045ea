"""Where the mines lie: the layouts of seeds, which never change, and what a first click moves."""

import hashlib
import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from types import ModuleType
from typing import Any

import pytest
from players import places, view

import minesweep
from minesweep.reference import Draws, layout

GOLD = 0x9E3779B97F4A7C15
BEGINNER, INTERMEDIATE, EXPERT = (9, 9, 10), (16, 16, 40), (16, 30, 99)
RULES = ["any", "safe", "opening"]


# ---- golden values: they hold for ever ----


@pytest.mark.parametrize(
    ("seed", "mines"),
    [
        (0, [1, 8, 13, 19, 25, 31, 60, 63, 72, 77]),
        (1, [14, 15, 25, 27, 32, 35, 45, 53, 71, 80]),
        (2**64 - 1, [2, 4, 23, 36, 46, 47, 51, 61, 63, 70]),
    ],
)
def test_the_layout_of_a_seed(games: ModuleType, seed: int, mines: list[int]) -> None:
    game = games.Game(*BEGINNER, seed=seed)
    assert (places(game), game.seed) == (mines, seed)


def test_the_layout_after_a_reset(games: ModuleType) -> None:
    game = games.Game(*BEGINNER, seed=1)
    game.reset()
    assert game.seed == 11400714819323198486
    assert places(game) == [3, 14, 16, 19, 26, 48, 58, 59, 68, 80]


@pytest.mark.parametrize(
    ("size", "seed", "click", "outcome"),
    [
        (BEGINNER, 1, (4, 4), (60, [14, 15, 25, 27, 35, 43, 45, 53, 71, 80])),
        (BEGINNER, 0, (0, 0), (8, [8, 13, 19, 25, 31, 35, 60, 63, 72, 77])),
        ((5, 5, 20), 1, (2, 2), (1, sorted({*range(25)} - {6, 7, 8, 11, 12}))),
        ((3, 3, 7), 1, (1, 1), (1, sorted({*range(9)} - {3, 4}))),
    ],
    ids=["9x9", "9x9 corner", "5x5", "3x3, nothing free outside"],
)
def test_the_layout_after_a_first_click(
    games: ModuleType,
    size: tuple[int, int, int],
    seed: int,
    click: tuple[int, int],
    outcome: tuple[int, list[int]],
) -> None:
    game = games.Game(*size, seed=seed)
    assert (game.reveal(*click), places(game)) == outcome


@pytest.mark.parametrize(
    ("size", "before", "after"),
    [
        (BEGINNER, "130a85879d9a8bea", "610b5d53c3a16923"),
        (INTERMEDIATE, "5988afc45693c19f", "69930b882ae45bde"),
        (EXPERT, "af4a7ab8e2db59d5", "8e33cb09be2674d0"),
    ],
    ids=["beginner", "intermediate", "expert"],
)
def test_a_hundred_layouts(
    games: ModuleType, size: tuple[int, int, int], before: str, after: str
) -> None:
    """The first 16 digits of the SHA-256 of ``np.packbits(mines)`` of the seeds 0 to 99 in turn."""
    laid, cleared = hashlib.sha256(), hashlib.sha256()
    for seed in range(100):
        game = games.Game(*size, seed=seed)
        laid.update(packed(game))
        game.reveal(0, 0)
        cleared.update(packed(game))
    assert (laid.hexdigest()[:16], cleared.hexdigest()[:16]) == (before, after)


def packed(game: Any) -> bytes:
    bits = [int(mine) for line in game.mines for mine in line]
    bits += [0] * (-len(bits) % 8)
    return bytes(int("".join(map(str, bits[i : i + 8])), 2) for i in range(0, len(bits), 8))


def test_the_draws_are_splitmix64s() -> None:
    """The first outputs of Vigna's splitmix64.c for the state 1234567, as other languages' tests
    have them.
    """
    draws = Draws(0)
    draws.state = 1234567
    assert [draws.below(2**64) for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


# ---- compiled and plain draw the same ----


@pytest.mark.parametrize("rule", RULES)
def test_layouts_are_those_of_the_reference(rule: str) -> None:
    pytest.importorskip("numpy")
    sizes = [
        (1, 1, 0), (1, 2, 1), (2, 2, 3), (1, 17, 9), (3, 3, 8), (5, 5, 20), (7, 70, 100),
        (70, 7, 480), (12, 11, 131), (40, 9, 0), (2, 3, 5), (65, 66, 4000),
    ]  # fmt: skip
    for seed, size in itertools.product([3, 2**63 + 12345, 2**64 - 3], sizes):
        rows, cols, _ = size
        for row, col in {(0, 0), (rows - 1, cols - 1), (rows // 2, cols // 2), (0, cols // 2)}:
            ours, plain = (
                impl.Game(*size, seed=seed, first_click=rule)
                for impl in (minesweep, minesweep.reference)
            )
            for _ in range(3):
                assert places(ours) == places(plain)
                assert ours.reveal(row, col) == plain.reveal(row, col)
                assert places(ours) == places(plain)
                assert view(ours) == view(plain)
                ours.reset()
                plain.reset()
                assert ours.seed == plain.seed


# ---- first clicks ----


def neighbours(row: int, col: int, rows: int, cols: int) -> list[tuple[int, int]]:
    return [
        (r, c)
        for r in range(max(row - 1, 0), min(row + 2, rows))
        for c in range(max(col - 1, 0), min(col + 2, cols))
        if (r, c) != (row, col)
    ]


@pytest.mark.parametrize("seed", range(20))
def test_an_opening_has_no_mine_around_it_where_there_is_room(games: ModuleType, seed: int) -> None:
    for rows, cols, mines, row, col in [
        (5, 5, 21, 0, 0),
        (5, 5, 16, 2, 3),
        (3, 9, 18, 1, 4),
        (1, 4, 1, 0, 1),
    ]:
        game = games.Game(rows, cols, mines, seed=seed)
        game.reveal(row, col)
        assert game.visible[row][col] == 0
        assert len(places(game)) == mines


@pytest.mark.parametrize("seed", range(20))
def test_an_opening_frees_as_many_neighbours_as_there_is_room_for(
    games: ModuleType, seed: int
) -> None:
    """Corner of 5 x 5: with 22 mines there are two free squares besides the clicked one."""
    for mines in 22, 23, 24:
        game = games.Game(5, 5, mines, seed=seed)
        game.reveal(0, 0)
        assert game.visible[0][0] == mines - 21
        assert len(places(game)) == mines
        assert not game.lost
        assert all(game.mines[r][c] for r in range(5) for c in range(5) if r > 1 or c > 1)


@pytest.mark.parametrize("rule", ["safe", "opening"])
def test_one_free_square_is_the_one_that_is_clicked(games: ModuleType, rule: str) -> None:
    for seed in range(50):
        game = games.Game(5, 5, 24, seed=seed, first_click=rule)
        assert game.reveal(0, 0) == 1
        assert (game.won, len(places(game))) == (True, 24)


def test_safe_moves_one_mine_at_most(games: ModuleType) -> None:
    for seed in range(50):
        game = games.Game(*BEGINNER, seed=seed, first_click="safe")
        before = set(places(game))
        game.reveal(4, 4)
        after = set(places(game))
        assert before - after == before & {4 * 9 + 4}
        assert len(after) == 10


def test_any_moves_none(games: ModuleType) -> None:
    lost = 0
    for seed in range(50):
        game = games.Game(*EXPERT, seed=seed, first_click="any")
        before = places(game)
        game.reveal(7, 7)
        assert places(game) == before
        assert game.lost == (7 * 30 + 7 in before)
        lost += game.lost
    assert 0 < lost < 50


@pytest.mark.parametrize("rule", RULES)
def test_mines_of_your_own_never_move(games: ModuleType, rule: str) -> None:
    game = games.Game.from_mines([[True, False], [False, False]])
    assert game.reveal(0, 0) == 1
    assert game.lost
    assert places(game) == [0]


def test_flags_and_clicks_that_meet_none_hidden_are_no_first_click(games: ModuleType) -> None:
    plain = games.Game(*EXPERT, seed=5)
    plain.reveal(3, 3)
    game = games.Game(*EXPERT, seed=5)
    before = places(game)
    assert game.flag(3, 3)
    assert game.flag(0, 0)
    assert game.reveal(3, 3) == 0
    assert game.chord(3, 3) == 0
    with pytest.raises(IndexError):
        game.reveal(16, 0)
    assert places(game) == before
    assert not game.flag(3, 3)
    assert not game.flag(0, 0)
    game.reveal(3, 3)
    assert view(game) == view(plain)
    assert places(game) == places(plain) != before


def test_each_game_has_a_first_click(games: ModuleType) -> None:
    game = games.Game(*EXPERT, seed=5)
    for _ in range(20):
        assert game.reveal(8, 15) > 1
        game.reset()


# ---- uniformity ----


def outcomes(play: Callable[[Any], Any]) -> dict[Any, Fraction]:
    """The exact probability of each result of a function of some draws, by trying them all."""
    chances: dict[Any, Fraction] = {}
    waiting: list[list[int]] = [[]]
    while waiting:
        script = Script(waiting.pop())
        result = play(script)
        chances[result] = chances.get(result, Fraction(0)) + script.chance
        waiting += script.others
    return chances


class Script:
    """Draws that follow a script, then give 0, and note what else they might have given."""

    def __init__(self, script: list[int]) -> None:
        self.script, self.drawn = script, []
        self.chance, self.others = Fraction(1), []

    def below(self, count: int) -> int:
        self.chance /= count
        if len(self.drawn) == len(self.script):
            self.others += [[*self.drawn, other] for other in range(1, count)]
            self.script = [*self.script, 0]
        self.drawn.append(self.script[len(self.drawn)])
        return self.drawn[-1]


@pytest.mark.parametrize(("squares", "mines"), [(4, 0), (4, 2), (6, 1), (6, 3), (6, 5), (5, 4)])
def test_layouts_are_equally_likely_exactly(squares: int, mines: int) -> None:
    chances = outcomes(lambda draws: frozenset(layout(draws, squares, mines)))
    assert chances == dict.fromkeys(
        map(frozenset, itertools.combinations(range(squares), mines)),
        Fraction(1, math.comb(squares, mines)),
    )


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("size", [(1, 4, 2), (1, 5, 2), (2, 3, 2), (2, 3, 1), (1, 6, 3), (2, 4, 2)])
def test_allowed_boards_are_equally_likely_exactly(size: tuple[int, int, int], rule: str) -> None:
    rows, cols, mines = size
    for col in range(cols):

        def play(draws: Any, col: int = col) -> frozenset[int]:
            game = minesweep.reference.Game(*size, seed=0, first_click=rule)
            game._draws = draws
            laid = layout(draws, rows * cols, mines)
            for at, (r, c) in enumerate(itertools.product(range(rows), range(cols))):
                game.mines[r][c] = at in laid
            game.reveal(0, col)
            return frozenset(places(game))

        free = allowed_free(rule, 0, col, rows, cols)
        allowed = list(itertools.combinations(sorted({*range(rows * cols)} - free), mines))
        if allowed:
            assert outcomes(play) == dict.fromkeys(
                map(frozenset, allowed), Fraction(1, len(allowed))
            )


def allowed_free(rule: str, row: int, col: int, rows: int, cols: int) -> set[int]:
    """The squares that a first click needs free."""
    zone = {"any": [], "safe": [(row, col)], "opening": [(row, col)]}[rule]
    zone = zone + (neighbours(row, col, rows, cols) if rule == "opening" else [])
    return {r * cols + c for r, c in zone}


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    ("size", "click"),
    [((1, 4, 2), (0, 0)), ((2, 4, 2), (0, 1)), ((3, 4, 2), (0, 0)), ((3, 3, 4), (0, 0))],
)
def test_allowed_boards_are_equally_likely(
    size: tuple[int, int, int], click: tuple[int, int], rule: str
) -> None:
    """Chi-square over the compiled games of many seeds; these are fixed, and so is the outcome."""
    pytest.importorskip("numpy")
    rows, cols, mines = size
    free = allowed_free(rule, *click, rows, cols)
    boards = math.comb(rows * cols - len(free), mines)
    found: Counter[tuple[int, ...]] = Counter()
    game = minesweep.Game(*size, seed=1, first_click=rule)
    number = 100 * max(boards, 60)
    for _ in range(number):
        game.reveal(*click)
        found[tuple(places(game))] += 1
        game.reset()
    assert len(found) == boards
    if boards > 1:
        expected = number / boards
        chi_square = sum((count - expected) ** 2 / expected for count in found.values())
        assert deviation(chi_square, boards - 1) < 4


def deviation(chi_square: float, freedom: int) -> float:
    """In standard deviations of the normal distribution, by Wilson and Hilferty's cube root."""
    mean, variance = 1 - 2 / (9 * freedom), 2 / (9 * freedom)
    return ((chi_square / freedom) ** (1 / 3) - mean) / math.sqrt(variance)


def test_each_other_square_holds_a_mine_equally_often() -> None:
    """A first click that is safe, 9 x 9 with 10 mines: row and column of the click are no less
    likely than others.
    """
    pytest.importorskip("numpy")
    games = [minesweep.Game(*BEGINNER, seed=seed, first_click="safe") for seed in range(2000)]
    for game in games:
        game.reveal(4, 4)
    counts = Counter(itertools.chain.from_iterable(map(places, games)))
    sigma = math.sqrt(2000 * 10 / 80 * 70 / 80)
    assert counts[40] == 0
    for at in {*range(81)} - {40}:
        assert abs(counts[at] - 250) < 4 * sigma


@pytest.mark.parametrize(("rows", "cols", "mines"), [(100, 100, 9999), (99, 99, 3920)])
def test_large_and_crowded_boards(rows: int, cols: int, mines: int) -> None:
    pytest.importorskip("numpy")
    game = minesweep.Game(rows, cols, mines, seed=3)
    assert game.mines.sum() == mines
    game.reveal(50, 50)
    assert game.mines.sum() == mines
    assert not game.lost


# ---- seeds ----


def test_without_a_seed_games_differ(games: ModuleType) -> None:
    seeds = {games.Game(*BEGINNER).seed for _ in range(50)}
    assert len(seeds) == 50
    assert max(seeds).bit_length() > 56
    assert all(0 <= seed < 2**64 for seed in seeds)
    again = games.Game(*BEGINNER)
    assert places(games.Game(*BEGINNER, seed=again.seed)) == places(again)


def test_the_next_seed_wraps_around(games: ModuleType) -> None:
    game = games.Game(*BEGINNER, seed=2**64 - 1)
    game.reset()
    assert game.seed == (2**64 - 1 + GOLD) % 2**64 < 2**64 - 1
    assert places(game) == places(games.Game(*BEGINNER, seed=game.seed))


def test_reset_takes_a_seed(games: ModuleType) -> None:
    game = games.Game(*BEGINNER, seed=5)
    game.reset(1)
    assert (game.seed, places(game)) == (1, [14, 15, 25, 27, 32, 35, 45, 53, 71, 80])
    game.reset(seed=0)
    assert places(game) == [1, 8, 13, 19, 25, 31, 60, 63, 72, 77]


def test_a_reset_game_is_a_new_one(games: ModuleType) -> None:
    """Whatever was played before: flags, a loss, a first click that moved mines."""
    for end in lose, win, put_flags:
        for seed in range(5):
            game = games.Game(*BEGINNER, seed=99)
            end(game)
            game.reset(seed)
            new = games.Game(*BEGINNER, seed=seed)
            assert view(game) == view(new)
            assert places(game) == places(new)
            assert game.reveal(4, 4) == new.reveal(4, 4)
            assert view(game) == view(new)
            assert places(game) == places(new)


def lose(game: Any) -> None:
    game.reveal(0, 0)
    for row, col in squares_of(game):
        if game.mines[row][col]:
            game.reveal(row, col)
    assert game.lost


def win(game: Any) -> None:
    game.reveal(0, 0)
    for row, col in squares_of(game):
        if not game.mines[row][col]:
            game.reveal(row, col)
    assert game.won


def put_flags(game: Any) -> None:
    for row, col in squares_of(game):
        game.flag(row, col)


def squares_of(game: Any) -> Iterator[tuple[int, int]]:
    return itertools.product(range(len(game.visible)), range(len(game.visible[0])))
