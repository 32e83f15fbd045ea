"""Mine probabilities: exact on every small board, and on large ones wherever the answer is known.

Random boards are the same on every run. ``MINESWEEP_SLOW=1`` plays many more games.
"""

import gc
import os
import signal
import threading
import time
import tracemalloc
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest

import minesweep
from minesweep import TooHard, probabilities, reference

np = pytest.importorskip("numpy")

from positions import (  # noqa: E402
    FLAG,
    HIDDEN,
    HIT,
    all_boards,
    either_or,
    every_second,
    layout,
    numbers,
    openings,
    shown,
)

GAMES = 100_000 if os.environ.get("MINESWEEP_SLOW") else 200


def same(found: Any, expected: Any) -> None:
    """Equal to rounding, and 0 and 1 in the same places."""
    assert found.dtype == np.float64
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)
    assert ((found == 0) == (expected == 0)).all()
    assert ((found == 1) == (expected == 1)).all()


def exactly(board: Any, mines: int) -> Any:
    return np.array(reference.probabilities(board.tolist(), mines), object)


# ---- small boards ----


@pytest.mark.parametrize("size", [(1, 1), (1, 2), (3, 1), (1, 6), (2, 2), (2, 3), (3, 3), (4, 2)])
def test_every_board_of_a_size(size: tuple[int, int]) -> None:
    boards, mines, expected = all_boards(*size)
    same(probabilities(boards, mines), expected)


@pytest.mark.parametrize("size", [(1, 4), (2, 2), (2, 3)])
def test_the_reference_on_every_board_of_a_size(size: tuple[int, int]) -> None:
    boards, mines, expected = all_boards(*size)
    for board, count, chances in zip(boards, mines.tolist(), expected, strict=True):
        found = np.array(reference.probabilities(board.tolist(), count))
        np.testing.assert_array_equal(found.astype(float), chances)
        assert reference.solutions(board.tolist(), count) > 0


@pytest.mark.parametrize("size", [(1, 1), (1, 3), (3, 1), (2, 2)])
def test_all_that_no_layout_fits(size: tuple[int, int]) -> None:
    """With every value on every square, and each number of mines, one too many and one too few."""
    possible, counts, _ = all_boards(*size)
    fits = {(count, *board.flat) for board, count in zip(possible, counts.tolist(), strict=True)}
    squares = size[0] * size[1]
    seen = [
        (count, *values)
        for count in range(-1, squares + 2)
        for values in product(range(-1, 10), repeat=squares)
    ]
    boards = np.array([values for _, *values in seen], np.int8).reshape(-1, *size)
    found = probabilities(boards, np.array([count for count, *_ in seen]), errors="nan")
    refused = np.isnan(found).reshape(len(seen), -1)
    assert (refused.any(1) == refused.all(1)).all()
    assert refused.all(1).tolist() == [each not in fits for each in seen]
    for count, *values in seen[:: 1 + len(seen) // 300]:
        board = np.array(values).reshape(size).tolist()
        assert (reference.solutions(board, count) == 0) == ((count, *values) not in fits)


@pytest.mark.parametrize(
    ("board", "mines", "expected"),
    [
        ([[-1]], 0, [[0]]),
        ([[-1]], 1, [[1]]),
        ([[-1, -1, -1, -1]], 1, [[1 / 4] * 4]),
        ([[0, 0, 0]], 0, [[0, 0, 0]]),
        ([[9, 9]], 2, [[1, 1]]),
        ([[9, -1, -1]], 2, [[1, 1 / 2, 1 / 2]]),
        ([[-1, 1, -1, -1]], 2, [[1 / 2, 0, 1 / 2, 1]]),  # the last mine, by their number alone
        ([[-1, 1, -1, -1]], 1, [[1 / 2, 0, 1 / 2, 0]]),
        ([[-1, 1, -1, 2, -1]], 2, [[0, 0, 1, 0, 1]]),
        ([[-2, 1, -2, -2]], 2, [[1 / 2, 0, 1 / 2, 1]]),  # flags are no knowledge
        ([[9, 1, -1, -1]], 2, [[1, 0, 0, 1]]),
        ([[-1, -1, -1], [-1, 8, -1], [-1, -1, -1]], 8, [[1, 1, 1], [1, 0, 1], [1, 1, 1]]),
        (
            [[-1, -1, -1], [-1, 3, -1], [-1, -1, -1]],
            3,
            [[3 / 8] * 3, [3 / 8, 0, 3 / 8], [3 / 8] * 3],
        ),
    ],
)
def test_boards_by_hand(board: list[list[int]], mines: int, expected: list[list[float]]) -> None:
    same(probabilities(np.array(board, np.int8), mines), np.array(expected, float))
    found = reference.probabilities(board, mines)
    assert [[float(chance) for chance in row] for row in found] == expected


# ---- larger boards, against exact integers ----


@pytest.mark.parametrize("seed", range(20))
def test_positions_of_random_play(seed: int) -> None:
    mines = layout(7, 8, 8 + seed % 7, seed)
    board = openings(mines)
    open_squares = layout(7, 8, 12, -seed) & ~mines
    board[open_squares] = numbers(mines)[open_squares]
    board[layout(7, 8, 5, seed) & (board == HIDDEN)] = FLAG
    count = int(mines.sum())
    same(probabilities(board, count), exactly(board, count).astype(float))


@pytest.mark.parametrize("seed", range(8))
def test_single_squares_of_expert_boards(seed: int) -> None:
    mines = layout(16, 30, 99, seed)
    board = openings(mines)
    found = probabilities(board, 99)
    total = reference.solutions(board.tolist(), 99)
    beside_numbers = (board == HIDDEN) & (numbers((board >= 0) & (board <= 8)) > 0)
    unsure = np.argwhere(beside_numbers & (found > 0) & (found < 1)).tolist()
    sure = np.argwhere(beside_numbers & ((found == 0) | (found == 1))).tolist()
    for row, col in [*unsure[:: 1 + len(unsure) // 4], *sure[:: 1 + len(sure) // 2]]:
        mined = board.copy()
        mined[row, col] = HIT
        expected = Fraction(reference.solutions(mined.tolist(), 99), total)
        same(found[row, col], np.float64(expected))


def test_the_sum_of_probabilities_is_the_number_of_mines() -> None:
    boards = np.stack([openings(layout(16, 30, 99, seed)) for seed in range(100)])
    np.testing.assert_allclose(probabilities(boards, 99).sum((1, 2)), 99, rtol=1e-13)
    lattice = every_second(16, 30, 99, 1)
    np.testing.assert_allclose(probabilities(lattice, 99).sum(), 99, rtol=1e-13)
    large = openings(layout(300, 400, 24_000, 1))
    np.testing.assert_allclose(probabilities(large, 24_000).sum(), 24_000, rtol=1e-13)


SYMMETRIES: list[Callable[[Any], Any]] = [
    lambda board: board,
    lambda board: board[::-1],
    lambda board: board[:, ::-1],
    lambda board: board[::-1, ::-1],
    lambda board: board.T,
    lambda board: board.T[::-1],
    lambda board: board.T[:, ::-1],
    lambda board: board.T[::-1, ::-1],
]


@pytest.mark.parametrize("turn", SYMMETRIES, ids=range(8))
def test_turned_boards(turn: Callable[[Any], Any]) -> None:
    """Strides of both signs, and other orders to go through the squares."""
    for board in [openings(layout(16, 30, 99, 7)), every_second(16, 30, 99, 5)]:
        same(probabilities(turn(board), 99), turn(probabilities(board, 99)))


def test_two_squares_condition_each_other_alike() -> None:
    """The chance of two mines is that of one times that of the other, once the one is known.

    On boards of which too many weights are needed to keep them all.
    """
    for seed in range(2):
        board = every_second(16, 30, 99, seed)
        found = probabilities(board, 99)
        unsure = np.argwhere((found > 0) & (found < 1))
        squares = [tuple(square) for square in unsure[:: 1 + len(unsure) // 4].tolist()]
        known = np.stack([board] * len(squares))
        for each, square in zip(known, squares, strict=True):
            each[square] = HIT
        after = probabilities(known, 99)
        joint = np.array(
            [
                [found[a] * given[b] for b in squares]
                for a, given in zip(squares, after, strict=True)
            ]
        )
        np.testing.assert_allclose(joint, joint.T, rtol=1e-11)


def test_boards_beside_each_other() -> None:
    """Two boards with a column of numbers between them share nothing but the number of mines."""
    for seed in range(6):
        left, right = layout(5, 5, 6, seed), layout(5, 6, 8, seed + 100)
        left[:, -1] = right[:, 0] = False
        seen = []
        for mines, column in ((left, -1), (right, 0)):
            open_squares = layout(*mines.shape, 7, seed + 1) & ~mines
            open_squares[:, column] = True
            seen.append(shown(mines, open_squares))
        together = np.hstack(seen)
        for count in range(10, 19):
            ways = [
                reference.solutions(seen[0].tolist(), k)
                * reference.solutions(seen[1].tolist(), count - k)
                for k in range(count + 1)
            ]
            if not sum(ways):
                continue
            expected = np.full(together.shape, Fraction(0))
            for k, way in enumerate(ways):
                if way:
                    apart = [exactly(seen[0], k), exactly(seen[1], count - k)]
                    expected = expected + np.hstack(apart) * Fraction(way, sum(ways))
            same(probabilities(together, count), expected.astype(float))


# ---- boards whose answer is known, however large ----


def alternatives(number: int) -> Any:
    """So many components in a row: each has its mines in the middle square, or in the two outer."""
    return np.array([[HIDDEN, 1, HIDDEN, 1, HIDDEN, HIT] * number], np.int8)


@pytest.mark.parametrize("number", [1, 2, 3, 17, 1000])
def test_many_components(number: int) -> None:
    """With the fewest mines and the most, all but one and in between: nothing is lost in tails."""
    board = alternatives(number)
    for more in sorted({0, 1, number // 3, number - 1, number}):
        share = more / number  # of the components have two mines
        expected = np.tile([share, 0, 1 - share, 0, share, 1], number)[None]
        same(probabilities(board, 2 * number + more), expected)


@pytest.mark.parametrize("number", [5, 900])
@pytest.mark.parametrize("rest", [1, 40, 3000])
def test_many_components_and_a_rest(number: int, rest: int) -> None:
    board = np.hstack([alternatives(number), np.full((1, rest), HIDDEN, np.int8)])
    for more in sorted({0, 1, 2, number // 2, number, number + rest // 2, number + rest - 1}):
        ways = {k: comb(number, k) * comb(rest, more - k) for k in range(min(number, more) + 1)}
        total = sum(ways.values())
        share = Fraction(sum(k * way for k, way in ways.items()), number * total)
        chances = np.array([float(share), 0, float(1 - share), 0, float(share), 1])
        mined = float((more - number * share) / rest)
        expected = np.append(np.tile(chances, number), np.full(rest, mined))[None]
        same(probabilities(board, 2 * number + more), expected)


@pytest.mark.parametrize("length", [3, 101, 5001])
def test_a_long_component(length: int) -> None:
    """Every second closed square in a row has a mine: the first, or the second."""
    closed = (length + 1) // 2
    board = np.ones((1, length), np.int8)
    board[0, ::2] = HIDDEN
    for rest in (0, 10):
        for mines in (closed // 2, closed // 2 + 1, (closed + 1) // 2 + 2):
            first, second = (
                comb(rest, mines - n) if mines >= n else 0 for n in ((closed + 1) // 2, closed // 2)
            )
            if first + second == 0:
                continue
            seen = np.hstack([board, [[HIT]], np.full((1, rest), HIDDEN)]).astype(np.int8)
            expected = np.zeros(seen.shape)
            expected[0, :length:4] = first / (first + second)
            expected[0, 2:length:4] = second / (first + second)
            expected[0, length] = 1
            if rest:
                laid = first * (mines - (closed + 1) // 2) + second * (mines - closed // 2)
                expected[0, length + 1 :] = laid / (first + second) / rest
            same(probabilities(seen, mines + 1), expected)


@pytest.mark.parametrize("size", [(3, 21), (3, 401), (9, 9), (41, 41), (101, 101)])
def test_two_solutions(size: tuple[int, int]) -> None:
    """Up to fifty numbers are open at once, and a chance may be too small for a double."""
    strip, first, second = either_or(*size)
    hit = int((strip == HIT).sum())
    rest = np.full((1 + 20_000 // strip.shape[1], strip.shape[1]), HIDDEN, np.int8)
    board = np.vstack([strip, np.full((1, strip.shape[1]), HIT, np.int8), rest])
    hit += strip.shape[1]
    more, fewer = (first, second) if first > second else (second, first)
    is_more = np.zeros(strip.shape, bool)
    is_more[::4, ::4] = first > second
    is_more[2::4, 2::4] = first < second
    is_fewer = (strip == HIDDEN) & ~is_more
    for spare in (0, 5):
        found = probabilities(board, hit + more + spare)
        unlikely = comb(rest.size, spare)
        likely = comb(rest.size, spare + more - fewer)
        chance = float(Fraction(unlikely, likely + unlikely))
        assert (found[: len(strip)][is_more] > 0).all()
        assert (found[: len(strip)][is_fewer] < 1).all()
        np.testing.assert_allclose(found[: len(strip)][is_more], chance, rtol=1e-9, atol=1e-200)
        np.testing.assert_allclose(found[: len(strip)][is_fewer], 1 - chance, rtol=1e-12)
    found = probabilities(board, hit + fewer)  # too few for the other solution
    assert (found[: len(strip)][is_more] == 0).all()
    assert (found[: len(strip)][is_fewer] == 1).all()
    assert (found[len(strip) + 1 :] == 0).all()


def test_rest_of_the_board() -> None:
    """Squares beside no number count too: with them, one solution has many layouts."""
    board = np.full((30, 30), HIDDEN, np.int8)
    board[0, :4] = [HIDDEN, 1, HIDDEN, HIT]
    board[1, :4] = HIT
    board[0, 1] = 1 + 3
    found = probabilities(board, 5 + 1 + 10)
    assert found[0].tolist()[:3] == [0.5, 0, 0.5]
    np.testing.assert_allclose(found[2:], 10 / (30 * 30 - 8), rtol=1e-13)


# ---- games ----


def test_what_is_proven_in_games() -> None:
    """No square that is proven safe is a mine, and no proven mine is safe, move after move."""
    at_once, rows, cols, count = 100, 9, 9, 12
    for start in range(0, GAMES, at_once):
        mines = np.stack(
            [layout(rows, cols, count, seed) for seed in range(start, start + at_once)]
        )
        visible = np.full(mines.shape, HIDDEN, np.int8)
        known = numbers(mines)
        going_on = np.ones(at_once, bool)
        while going_on.any():
            chances = probabilities(visible[going_on], count)
            closed = visible[going_on] == HIDDEN
            assert not (mines[going_on] & closed & (chances == 0)).any()
            assert not (~mines[going_on] & (chances == 1)).any()
            best = np.where(closed, chances, 2).min((1, 2), keepdims=True)
            opened = np.zeros(mines.shape, bool)
            opened[going_on] = closed & (chances == best)
            guess = going_on.copy()
            guess[going_on] = best.reshape(-1) > 0
            for game in np.flatnonzero(guess):  # one of the least likely is enough
                square = opened[game].argmax()
                opened[game] = False
                opened[game].flat[square] = True
            visible[opened] = np.where(mines, HIT, known)[opened]
            lost = (visible == HIT).any((1, 2))
            won = ((visible != HIDDEN) | mines).all((1, 2))
            going_on &= ~lost & ~won


# ---- forms of arrays ----


def test_stacks_of_any_shape() -> None:
    boards, mines, expected = all_boards(2, 3)
    for shape in [(2751,), (3, 917), (1, 3, 7, 131)]:
        stack = boards.reshape(*shape, 2, 3)
        found = probabilities(stack, mines.reshape(shape))
        assert found.shape == stack.shape
        same(found, expected.reshape(stack.shape))
    for none in 1, [], np.empty(0, int):
        assert probabilities(np.empty((0, 2, 3), np.int8), none).shape == (0, 2, 3)
    assert probabilities(np.empty((4, 0, 2, 3), np.int8), np.empty((4, 0), int)).shape == (
        4,
        0,
        2,
        3,
    )


def test_strides() -> None:
    boards, mines, expected = all_boards(3, 2)
    large = np.full((len(boards), 9, 8), 5, np.int8)
    large[:, 1:7:2, 7:0:-4] = boards
    for stack in (
        large[:, 1:7:2, 7:0:-4],
        np.asfortranarray(boards),
        boards[::-1][::-1],
        boards.transpose(0, 2, 1).copy().transpose(0, 2, 1),
    ):
        same(probabilities(stack, mines), expected)
        same(probabilities(stack[7], int(mines[7])), expected[7])
    same(
        probabilities(np.broadcast_to(boards[9], (5, 3, 2)), int(mines[9])),
        np.stack([expected[9]] * 5),
    )


def test_the_board_is_not_changed() -> None:
    board = openings(layout(16, 30, 99, 3))
    board.flags.writeable = False
    before = board.copy()
    probabilities(board, 99)
    assert (board == before).all()


def test_other_buffers() -> None:
    board = memoryview(np.array([[-1, 1, -1, -1]], np.int8))
    assert probabilities(board, 2).tolist() == [[0.5, 0, 0.5, 1]]


@pytest.mark.parametrize("mines", [2, np.int8(2), np.uint64(2), np.array(2)])
def test_one_number_of_mines(mines: Any) -> None:
    assert probabilities(np.array([[-1, 1, -1, -1]], np.int8), mines).tolist() == [[0.5, 0, 0.5, 1]]


@pytest.mark.parametrize("dtype", ["i1", "u1", ">i4", "u8"])
def test_numbers_of_mines(dtype: str) -> None:
    boards = np.array([[[-1, 1, -1, -1]]] * 2, np.int8)
    found = probabilities(boards, np.array([2, 0, 1], dtype)[::2])
    assert found.tolist() == [[[0.5, 0, 0.5, 1]], [[0.5, 0, 0.5, 0]]]


def test_the_caller_s_numbers_may_change_later() -> None:
    boards, mines, expected = all_boards(2, 2)
    numbers_of_mines = mines.astype(np.int64)
    found = probabilities(boards, numbers_of_mines)
    numbers_of_mines[:] = 0
    same(found, expected)


# ---- errors ----

BOARD = np.array([[-1, 1, -1, -1]], np.int8)
BOARDS = np.array([[[-1, 1, -1, 1, -1]]] * 2, np.int8)


@pytest.mark.parametrize(
    ("arguments", "keywords", "error", "message"),
    [
        ((BOARD, 0), {}, ValueError, "no layout of 0 mines fits the numbers of the board"),
        ((BOARD, 3), {}, ValueError, "no layout of 3 mines fits the numbers of the board"),
        ((BOARD, -1), {}, ValueError, "no layout of -1 mines"),
        ((BOARD, 10**30), {}, ValueError, "no layout of "),
        ((BOARD, -(10**30)), {}, ValueError, "no layout of "),
        ((BOARD * 2, 1), {}, ValueError, "no layout of 1 mine fits"),
        ((np.stack([BOARD, BOARD]), [1, 4]), {}, ValueError, "board number 1: no layout of 4 "),
        (
            (np.stack([[BOARD] * 3] * 2), [[1, 1, 1], [1, 0, 1]]),
            {},
            ValueError,
            r"board number \(1, 1\): no layout of 0 mines",
        ),
        ((BOARD - 2, 1), {}, ValueError, r"square \(0, 0\) of the board must be .*, not -3"),
        ((BOARD + 9, 1), {}, ValueError, r"square \(0, 1\) of the board must be .*, not 10"),
        ((np.stack([BOARD, BOARD - 2]), 1), {}, ValueError, r"board number 1: square \(0, 0\)"),
        ((np.stack([BOARD] * 3), [1, 1]), {}, ValueError, r"of shape \(3,\), not \(2,\)"),
        ((BOARD, [1]), {}, ValueError, r"of shape \(\), not \(1,\)"),
        ((BOARD[0], 1), {}, ValueError, r"the shape \(..., rows, columns\), not \(4,\)"),
        ((np.empty((0, 4), np.int8), 0), {}, ValueError, "at least one row"),
        ((np.empty((3, 4, 0), np.int8), 0), {}, ValueError, "at least one column"),
        ((BOARD.tolist(), 1), {}, TypeError, "array of dtype int8 .*, not list"),
        ((BOARD.astype(np.uint8), 1), {}, TypeError, "array of dtype int8 .*, not uint8"),
        ((BOARD.astype(int), 1), {}, TypeError, "array of dtype int8 .*, not int64"),
        ((BOARD, 1.0), {}, TypeError, "mines must be an integer"),
        ((BOARD, "1"), {}, TypeError, "mines must be an integer"),
        ((BOARD, None), {}, TypeError, "mines must be an integer"),
        ((np.stack([BOARD] * 2), [1.0, 2.0]), {}, TypeError, "mines must be an integer"),
        ((BOARD, 1), {"errors": "ignore"}, ValueError, "errors must be 'raise' or 'nan'"),
        ((BOARD, 1), {"errors": None}, ValueError, "errors must be 'raise' or 'nan'"),
        ((BOARD, 1), {"max_states": 0}, ValueError, "max_states must be an integer from 1 on"),
        ((BOARD, 1), {"max_states": 1e6}, ValueError, "max_states must be an integer from 1 on"),
        ((BOARD, 1), {"workers": 0}, ValueError, "workers must be"),
        ((BOARD, 1), {"workers": 1.5}, TypeError, "workers must be an integer"),
        ((BOARDS[0], 1), {"max_states": 1}, TooHard, "the board takes more than 1 state, "),
        ((BOARDS, 1), {"max_states": 1}, TooHard, "board number 0: the board"),
    ],
)  # fmt: skip
def test_errors(
    arguments: tuple[Any, Any], keywords: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        probabilities(*arguments, **keywords)


def test_boards_without_an_answer_among_others() -> None:
    lattice = np.full((1, 9, 9), HIDDEN, np.int8)
    lattice[:, 1::2, 1::2] = 2
    fine = np.full((1, 9, 9), HIDDEN, np.int8)
    impossible, bad = fine.copy(), fine.copy()
    impossible[0, 0, 0], bad[0, 4, 4] = 4, -3
    boards = np.concatenate([fine, impossible, fine, bad, lattice, fine])
    for workers in (1, 2):
        found = probabilities(boards, 20, errors="nan", max_states=100, workers=workers)
        assert np.isnan(found).all((1, 2)).tolist() == [False, True, False, True, True, False]
        assert not np.isnan(found[[0, 2, 5]]).any()
    for boards_left, error in ((boards, ValueError), (boards[4:], TooHard)):
        with pytest.raises(error, match=r"board number [10]: "):
            probabilities(boards_left, 20, max_states=100)


def test_the_reference_refuses_the_same() -> None:
    for board, mines in ((BOARD, 0), (BOARD, 3), (BOARD, -1), (BOARD - 2, 1), (BOARD + 9, 1)):
        with pytest.raises(ValueError) as compiled:
            probabilities(board, mines)
        with pytest.raises(ValueError) as plain:
            reference.probabilities(board.tolist(), mines)
        assert str(compiled.value) == str(plain.value)


# ---- many boards, hard boards, threads, signals ----


@pytest.mark.parametrize("workers", [2, 3, -1])
def test_workers(workers: int) -> None:
    boards = np.stack([openings(layout(16, 30, 99, seed)) for seed in range(100)])
    alone = probabilities(boards, 99)
    np.testing.assert_array_equal(probabilities(boards, 99, workers=workers), alone)
    boards[[40, 90]] = 8
    with pytest.raises(ValueError, match="board number 40: no layout"):
        probabilities(boards, 99, workers=workers)


def hard_boards(number: int) -> Any:
    board = np.full((15, 15), HIDDEN, np.int8)
    board[1::2, 1::2] = 2
    return np.stack([board] * number)


def test_a_board_that_is_too_hard() -> None:
    """Large memory comes back, and the next call is as good as any."""
    for size in (25, 301):
        board = np.full((size, size), HIDDEN, np.int8)
        board[1::2, 1::2] = 2
        with pytest.raises(TooHard, match="the board takes more than 1000000 states"):
            probabilities(board, size * size // 5)
    assert probabilities(BOARD, 2).tolist() == [[0.5, 0, 0.5, 1]]


def test_the_limit_is_exact() -> None:
    """What is allowed is enough if one state fewer is too few, and changes nothing."""
    board = openings(layout(16, 30, 99, 11))
    free = probabilities(board, 99)
    low, high = 0, 10_000
    while high - low > 1:
        middle = (low + high) // 2
        try:
            found = probabilities(board, 99, max_states=middle)
        except TooHard:
            low = middle
        else:
            np.testing.assert_array_equal(found, free)
            high = middle
    assert 10 < high < 1000


@pytest.mark.serial
def test_memory_is_given_back() -> None:
    def work() -> None:
        for board in (openings(layout(16, 30, 99, 1)), hard_boards(1), every_second(16, 30, 99, 1)):
            probabilities(board, 99 if board.ndim == 2 else 44)
        for board, mines in ((hard_boards(1)[0], 44), (BOARD, 0), (BOARD - 2, 1)):
            with pytest.raises((TooHard, ValueError)):
                probabilities(board, mines, max_states=50_000)
        probabilities(hard_boards(2), 44, errors="nan", max_states=50_000, workers=2)

    work()
    tracemalloc.start()
    try:
        work()
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(3):
            work()
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] - before < 20_000
    finally:
        tracemalloc.stop()


def test_other_threads_run_meanwhile() -> None:
    done = threading.Event()
    turns = 0

    def turn() -> None:
        nonlocal turns
        while not done.wait(0.001):
            turns += 1

    thread = threading.Thread(target=turn)
    thread.start()
    start = time.monotonic()
    while time.monotonic() - start < 0.3:
        probabilities(hard_boards(1), 44)
    turns_meanwhile = turns
    done.set()
    thread.join()
    assert turns_meanwhile > 10


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timers")
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_a_signal_is_heard(workers: int, error: type[BaseException]) -> None:
    """In the midst of boards that take minutes together; what the handler raises comes out."""

    def raise_error(_signal: int, _frame: object) -> None:
        raise error("heard")

    before = signal.signal(signal.SIGALRM, raise_error)
    start = time.monotonic()
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(error, match="heard"):
            probabilities(hard_boards(2000), 44, workers=workers)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - start < 20
    assert minesweep.probabilities(BOARD, 2).tolist() == [[0.5, 0, 0.5, 1]]
