"""Many clicks in one call: what one click leaves behind for the next, and which click is named."""

from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

import boards
import pytest
from forms import FORMS, KINDS, LISTS, Form, Rows
from outcomes import Click, with_squares

import minesweep

np = pytest.importorskip("numpy")


def byte_array(rows: Rows) -> Any:
    return np.array([list(row.encode()) for row in rows], "u1")


def text_of(board: Any) -> Rows:
    return [bytes(row).decode() for row in board]


def all_open(*shape: int) -> Any:
    return np.full(shape, ord("E"), "u1")


# ---- after so many squares or clicks that signals are heard in between ----


def large_array() -> Any:
    board = all_open(1500, 1500)
    board[0, 0] = ord("M")
    return board


LARGE: dict[str, Callable[[], Any]] = {
    "bytes": large_array,
    "characters": lambda: large_array().view("S1").astype("U1"),
    "upright": lambda: np.asfortranarray(large_array()),
    "lists": lambda: [["M", *["E"] * 1499], *(["E"] * 1500 for _ in range(1499))],
}


@pytest.mark.parametrize("make", LARGE.values(), ids=LARGE)
def test_clicks_after_millions_of_squares(make: Callable[[], Any]) -> None:
    clicks = [(1499, 1499), (0, 0), (0, 1), (0, 0)]
    board = make()
    assert minesweep.reveal_sequence(board, clicks).tolist() == [2249999, 1, 0, 0]
    assert board[0][0] in ("X", ord("X"))
    same = [make()] * 4
    assert minesweep.reveal_batch(same, clicks).tolist() == [2249999, 1, 0, 0]


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_boards_after_millions_of_squares(workers: int) -> None:
    stack = all_open(6, 900, 900)
    stack[:, 0, 0] = ord("M")
    clicks = [(899, 899)] * 3 + [(0, 0), (0, 1), (899, 0)]
    counts = minesweep.reveal_batch(stack, clicks, workers=workers)
    assert counts.tolist() == [809999] * 3 + [1, 1, 809999]
    assert stack[:, 0, 0].tobytes() == b"MMMXMM"
    assert stack[:, 0, 1].tobytes() == b"111E11"


MANY = 70_000


@pytest.mark.parametrize("form", FORMS[::5], ids=lambda form: form.name)
def test_a_sequence_of_many_clicks(form: Form) -> None:
    """Each count is at its click's number, and so is the error's number."""
    rows = ["BEM", "BEE", "BBF"]
    clicks = np.zeros((MANY, 2), int)
    clicks[[3, 32_767, 32_768, 65_537, -1]] = [(0, 1), (0, 2), (0, 1), (0, 2), (1, 1)]
    board = form.make(rows)
    assert minesweep.reveal_sequence(board, clicks[:-1]).nonzero()[0].tolist() == [3, 32_767]
    assert form.read(board) == ["B1X", "BEE", "BBF"]
    with pytest.raises(ValueError, match=rf"^click number {MANY - 1}: square \(2, 2\) of the boa"):
        minesweep.reveal_sequence(board, clicks)
    with pytest.raises(IndexError, match=rf"^click number {MANY}: click \(0, 3\) is outside"):
        minesweep.reveal_sequence(board, [*clicks, (0, 3)])
    assert form.read(board) == ["B1X", "BEE", "BBF"]


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("make", [np.asarray, list], ids=["stack", "list of boards"])
def test_a_batch_of_many_boards(make: Callable[[Any], Any], workers: int) -> None:
    stack = np.full((MANY, 1, 2), ord("B"), "u1")
    stack[[3, 40_000, -1], 0] = [[69, 77], [69, 69], [69, 70]]
    names = rf"^click number {MANY - 1} on board number {MANY - 1}: square \(0, 1\) of the board"
    counts = minesweep.reveal_batch(make(stack[:-1]), np.zeros((MANY - 1, 2), int), workers=workers)
    assert counts.nonzero()[0].tolist() == [3, 40_000]
    assert counts[[3, 40_000]].tolist() == [1, 2]
    with pytest.raises(ValueError, match=names):
        minesweep.reveal_batch(make(stack), np.zeros((MANY, 2), int), workers=workers)
    assert stack[[3, 40_000, -1]].tolist() == [[[49, 77]], [[66, 66]], [[69, 70]]]


# ---- one click after the other, in the working memory that the one before has used ----


def with_walls(rows: Rows, row: int, col: int) -> Rows:
    """The board in four parts, with walls of revealed squares between them."""
    lines = [line[:col] + "2" + line[col + 1 :] for line in rows]
    return [*lines[:row], "2" * len(rows[0]), *lines[row + 1 :]]


PARTED: list[tuple[Rows, list[Click]]] = [
    (
        with_walls(boards.scattered(140, 150, 12, 1), 70, 70),
        [(3, 3), (139, 149), (3, 149), (71, 69), (69, 71), (100, 100), (20, 20), (139, 0)],
    ),
    (
        with_walls(boards.scattered(70, 200, 60, 2), 6, 140),
        [(69, 199), (0, 0), (35, 70), (5, 199), (60, 3), (68, 141), (40, 120)],
    ),
    (
        boards.rooms(130, 135, 12),
        [*product(range(5, 130, 12), range(6, 135, 12)), *product([11, 61], [62, 63, 64])],
    ),
    (boards.hairpins(90, 90), [(45, 45), (0, 0), (89, 89)]),
    (boards.porous(120, 120, 560, 3), [*product(range(0, 120, 9), repeat=2)]),
    (
        with_walls(boards.furnished(boards.scattered(130, 130, 200, 4), 5), 64, 64),
        [*product(range(3, 130, 14), repeat=2)],
    ),
]


@cache
def played(number: int, connectivity: int) -> tuple[list[int], Rows]:
    """What the clicks on one of these boards come to, one after the other."""
    rows, clicks = PARTED[number]
    board = LISTS.make(rows)
    reveal = minesweep.reference.reveal
    counts = [reveal(board, *click, connectivity=connectivity) for click in clicks]
    return counts, LISTS.read(board)


@pytest.mark.parametrize("connectivity", [8, 4])
@pytest.mark.parametrize("number", range(len(PARTED)))
def test_openings_one_after_the_other(form: Form, number: int, connectivity: int) -> None:
    rows, clicks = PARTED[number]
    board = form.make(rows)
    counts = minesweep.reveal_sequence(board, clicks, connectivity=connectivity)
    assert (counts.tolist(), form.read(board)) == played(number, connectivity)


def test_these_openings_are_several() -> None:
    for number in range(len(PARTED)):
        counts, _ = played(number, 8)
        assert max(counts) > 3000 or counts.count(121) > 50 or sum(counts) > 1500
    assert sum(count > 60 for number in range(len(PARTED)) for count in played(number, 8)[0]) > 120


def test_openings_on_boards_of_all_sizes(form: Form) -> None:
    """From large to small and back, so that what is in working memory fits none of them."""
    sizes = [(200, 10), (10, 200), (1, 1), (130, 130), (63, 65), (1, 300), (300, 1), (70, 70)]
    games = [boards.scattered(*size, 15, 7) for size in [*sizes, *sizes[::-1]]]
    clicks = [(len(rows) // 2, len(rows[0]) // 3) for rows in games]
    expected = [reference_of(tuple(rows), click) for rows, click in zip(games, clicks, strict=True)]
    made = [form.make(rows) for rows in games]
    counts = minesweep.reveal_batch(made, clicks)
    assert counts.tolist() == [count for count, _ in expected]
    assert [form.read(board) for board in made] == [after for _, after in expected]
    assert max(counts) > 16_000


@cache
def reference_of(rows: tuple[str, ...], click: Click) -> tuple[int, Rows]:
    board = LISTS.make(list(rows))
    return minesweep.reference.reveal(board, *click), LISTS.read(board)


@pytest.mark.parametrize("workers", [1, 2])
def test_openings_on_a_stack(workers: int) -> None:
    """The opening of one board is no part of that of the next, though both lie in one place."""
    rows = with_walls(boards.scattered(130, 130, 12, 8), 65, 65)
    clicks = [(3, 3), (120, 120), (3, 120), (120, 3), (66, 66), (64, 64)] * 2
    expected = [reference_of(tuple(rows), click) for click in clicks]
    stack = np.repeat(byte_array(rows)[None], len(clicks), axis=0)
    for made in stack.copy(), stack.view("S1").astype("U1"), np.asfortranarray(stack):
        counts = minesweep.reveal_batch(made, clicks, workers=workers)
        assert counts.tolist() == [count for count, _ in expected]
        after = made.astype("S1").view("u1") if made.dtype == "U1" else made
        assert [text_of(board) for board in after] == [after for _, after in expected]


def test_a_click_after_a_refused_one() -> None:
    """Working memory that an error left in the middle of a flood is no one's in the next call."""
    rows = with_walls(boards.empty(140, 140), 70, 70)
    bad = with_squares(rows, [(139, 139)], "F")
    for kind in KINDS:
        board = kind.make(bad)
        for _ in range(3):
            with pytest.raises(ValueError, match=r"^click number 1: square \(139, 139\) of"):
                minesweep.reveal_sequence(board, [(70, 70), (71, 71), (3, 3)])
            assert kind.read(board) == bad
        assert minesweep.reveal_sequence(board, [(3, 3), (100, 3)]).tolist() == [70 * 70, 69 * 70]


# ---- clicks in any memory ----

LAYOUTS: dict[str, Callable[[Any], Any]] = {
    "Fortran order": np.asfortranarray,
    "every third": lambda clicks: np.repeat(clicks, 3, axis=0)[::3],
    "reversed": lambda clicks: clicks[::-1].copy()[::-1],
    "columns reversed": lambda clicks: clicks[:, ::-1].copy()[:, ::-1],
    "slice of wider rows": lambda clicks: np.hstack([clicks, clicks + 1])[:, :2],
}


@pytest.mark.parametrize("dtype", ["i8", "i4", "u2", ">i8"])
@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_clicks_of_a_batch_with_any_strides(layout: Callable[[Any], Any], dtype: str) -> None:
    rows = ["EEEE", "EEME", "EEEE"]
    pairs = [(0, 0), (1, 2), (0, 3), (2, 1), (2, 3), (1, 0)]
    clicks = layout(np.array(pairs, dtype))
    expected = [reference_of(tuple(rows), click) for click in pairs]
    stack = np.repeat(byte_array(rows)[None], len(pairs), axis=0)
    for workers in 1, 2:
        for made in stack.copy(), list(stack.copy()), [LISTS.make(rows) for _ in pairs]:
            counts = minesweep.reveal_batch(made, clicks, workers=workers)
            assert counts.tolist() == [count for count, _ in expected]
            for board, (_, after) in zip(made, expected, strict=True):
                lines = LISTS.read(board) if isinstance(board, list) else text_of(board)
                assert lines == after
    assert clicks.tolist() == [list(pair) for pair in pairs]


# ---- which click is named, and what is said of it ----


STACKS: dict[str, Callable[[Any], Any]] = {
    "bytes": lambda stack: stack,
    "S1": lambda stack: stack.view("S1"),
    "memoryview": lambda stack: memoryview(bytearray(stack.tobytes())).cast("B", stack.shape),
    "characters": lambda stack: stack.view("S1").astype("U1"),
    "boards reversed": lambda stack: stack[::-1].copy()[::-1],
    "boards innermost": np.asfortranarray,
    "characters, every second": lambda stack: np.repeat(stack, 2, 0).view("S1").astype("U1")[::2],
    "list of arrays": list,
    "list of lists": lambda stack: [LISTS.make(text_of(board)) for board in stack],
}


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("make", STACKS.values(), ids=STACKS)
def test_the_bad_square_of_the_right_board_is_named(make: Any, workers: int) -> None:
    for number in range(5):
        stack = np.repeat(byte_array(["EM"])[None], 5, axis=0)
        stack[number] = byte_array(["EF"])
        names = rf"^click number {number} on board number {number}: square \(0, 1\) .*, not b?'F'$"
        for clicks in [(0, 0)] * 5, [(0, 1)] * 5:
            with pytest.raises(ValueError, match=names):
                minesweep.reveal_batch(make(stack), clicks, workers=workers)


@pytest.mark.parametrize("workers", [2, 4])
def test_the_first_failing_click_in_order_is_raised(workers: int) -> None:
    """Though later ones fail before it in time: it meets its bad square after a large opening."""
    stack = all_open(16, 700, 700)
    stack[:, -1, -1] = ord("F")
    stack[0, -1, -1] = ord("?")
    clicks = [(0, 0)] + [(699, 699)] * 15
    for _ in range(5):
        with pytest.raises(ValueError, match=r"^click number 0 on board number 0: .*, not b'\?'$"):
            minesweep.reveal_batch(stack, clicks, workers=workers)
    assert not np.any(stack == ord("B"))
