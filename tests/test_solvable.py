"""Layouts that can be won without a guess: against a player who thinks in plain Python."""

import os
import signal
from collections import deque
from typing import Any

import pytest

from minesweep import reference, solvable

np = pytest.importorskip("numpy")

from positions import HIDDEN, layout, numbers  # noqa: E402

LAYOUTS = 1000 if os.environ.get("MINESWEEP_SLOW") else 60


def wins(mines: Any, row: int, col: int) -> bool:
    """Opens whatever the reference proves to be safe, and then looks again."""
    known = numbers(mines)
    visible = np.full(mines.shape, HIDDEN)
    waiting = deque([(row, col)])
    while waiting:
        for square in waiting:
            if mines[square]:
                return False
            visible[square] = known[square]
        chances = reference.probabilities(visible.tolist(), int(mines.sum()))
        waiting = deque(
            (r, c) for r, c in np.argwhere(visible == HIDDEN).tolist() if chances[r][c] == 0
        )
    return bool(((visible != HIDDEN) | mines).all())


@pytest.mark.parametrize(("rows", "cols", "mines"), [(1, 6, 2), (4, 4, 3), (5, 5, 4), (5, 6, 8)])
def test_as_a_slow_player(rows: int, cols: int, mines: int) -> None:
    layouts = np.stack([layout(rows, cols, mines, seed) for seed in range(LAYOUTS)])
    firsts = np.array([(seed % rows, seed // 3 % cols) for seed in range(LAYOUTS)])
    found = solvable(layouts, firsts[:, 0], firsts[:, 1])
    expected = [wins(each, *first) for each, first in zip(layouts, firsts.tolist(), strict=True)]
    assert found.dtype == bool
    assert found.tolist() == expected
    assert 0 < sum(expected) < LAYOUTS
    for each, (row, col), outcome in zip(layouts[:9], firsts.tolist(), expected, strict=False):
        assert solvable(each, row, col) is outcome


@pytest.mark.parametrize(
    ("mines", "row", "col", "expected"),
    [
        ([[0]], 0, 0, True),
        ([[1]], 0, 0, False),  # there is nothing to win from here
        ([[0, 0, 0]], 0, 1, True),
        ([[0, 1]], 0, 0, True),  # the only safe square
        ([[0, 1]], 0, 1, False),
        ([[0, 0, 1, 0]], 0, 0, True),  # the last square by the number of mines
        ([[0, 0, 1, 0, 0, 1]], 0, 0, False),
        ([[0, 0], [0, 1]], 0, 0, False),
        ([[0, 0, 0], [0, 1, 0], [0, 0, 0]], 0, 0, True),
        ([[0, 0, 0], [0, 0, 0], [0, 0, 1]], 0, 0, True),
        ([[1, 1, 1], [1, 0, 1], [1, 1, 1]], 1, 1, True),
        ([[7, 0, 255]], 0, 1, True),  # anything but 0 is a mine
    ],
)
def test_layouts_by_hand(mines: list[list[int]], row: int, col: int, expected: bool) -> None:
    assert solvable(np.array(mines, np.uint8), row, col) is expected


def test_a_share_of_expert_layouts() -> None:
    """16.3 % of those that open a field at first; all that is blank is one, whatever its size."""
    layouts = []
    for seed in range(400):
        mines = np.zeros((16, 30), bool)
        field = numbers(np.arange(480).reshape(16, 30) == 3 * 30 + 3) == 0
        mines[field] = layout(1, int(field.sum()), 99, seed)[0]
        layouts.append(mines)
    share = solvable(np.stack(layouts), 3, 3).mean()
    assert 0.163 - 0.06 < share < 0.163 + 0.06
    assert solvable(np.zeros((900, 1100), bool), 5, 5) is True


def test_strides() -> None:
    layouts = np.stack([layout(5, 6, 5, seed) for seed in range(30)])
    expected = solvable(layouts, 2, 3)
    assert 0 < expected.sum() < 30
    for stack in (layouts[::-1, ::-1, ::-1].copy()[::-1, ::-1, ::-1], np.asfortranarray(layouts)):
        assert (solvable(stack, 2, 3) == expected).all()
        assert (solvable(stack.view(np.uint8), np.full(30, 2, ">i2"), 3) == expected).all()
        assert (solvable(stack.transpose(0, 2, 1), 3, 2) == expected).all()
    assert solvable(layouts[:0], 0, 0).shape == solvable(layouts[:0], [], []).shape == (0,)


LAYOUT = np.zeros((2, 3), bool)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((LAYOUT, 2, 0), IndexError, r"click \(2, 0\) is outside the board of 2 rows"),
        ((LAYOUT, 0, -1), IndexError, r"click \(0, -1\) is outside"),
        ((LAYOUT, 0, np.uint64(2**63)), IndexError, "is outside"),
        ((np.stack([LAYOUT] * 3), 0, [0, 3, 9]), IndexError, r"board number 1: click \(0, 3\)"),
        ((LAYOUT, 2**70, 0), IndexError, r"click \(1180591620717411303424, 0\) is outside"),
        (
            (np.stack([LAYOUT] * 2), 0, [1, -(2**70)]),
            IndexError,
            r"board number 1: click \(0, -118",
        ),
        ((LAYOUT, [2**70, 0.5], 0), TypeError, "row of the click must be an integer"),
        ((LAYOUT, None, 0), TypeError, "row of the click must be an integer"),
        ((LAYOUT, 0.5, 0), TypeError, "row of the click must be an integer"),
        ((LAYOUT, 0, "0"), TypeError, "column of the click must be an integer"),
        ((LAYOUT, [0], 0), ValueError, "row must be one number"),
        (
            (np.stack([LAYOUT] * 3), 0, [0, 0]),
            ValueError,
            r"or one each, of shape \(3,\), not \(2,\)",
        ),
        (([[0, 1]], 0, 0), TypeError, "mines must be an array of dtype bool or uint8, not list"),
        ((LAYOUT.astype(int), 0, 0), TypeError, "mines must be an array of dtype bool or uint8"),
        (
            (LAYOUT[0], 0, 0),
            ValueError,
            r"mines must have the shape \(rows, columns\), .*, not \(3,\)",
        ),
        ((LAYOUT[None, None], 0, 0), ValueError, "mines must have the shape"),
        ((LAYOUT[:0], 0, 0), ValueError, "at least one row"),
        ((LAYOUT[:, :0], 0, 0), ValueError, "at least one column"),
    ],
)
def test_errors(arguments: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        solvable(*arguments)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timers")
def test_a_signal_is_heard() -> None:
    def raise_error(_signal: int, _frame: object) -> None:
        raise KeyboardInterrupt

    layouts = np.stack([layout(200, 200, 4000, seed) for seed in range(5)] * 400)
    layouts[:, 0, 0] = False
    before = signal.signal(signal.SIGALRM, raise_error)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(KeyboardInterrupt):
            solvable(layouts, 0, 0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
