"""Clicks in order on one board: what as many calls of the reference do."""

import gc
import random
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pickle import PickleBuffer
from typing import Any

import boards
import pytest
from forms import FORMS, LISTS, LISTS_OF_SQUARES, Form, Square, cast

import minesweep

pytest.importorskip("numpy")

import numpy as np

Clicks = list[tuple[int, int]]

GAME = boards.scattered(12, 70, 90, 8)
# Mines, numbers, openings, and squares that an earlier click has revealed.
CLICKS = random.Random(3).choices([(row, col) for row in range(12) for col in range(70)], k=90)
SMALL = ["EEM", "EEE"]
HUGE = 10**5000


def reference(rows: list[str], clicks: Clicks, connectivity: int = 8) -> tuple[list[int], Any]:
    """The counts, and the board after the clicks."""
    board = LISTS.make(rows)
    reveal = minesweep.reference.reveal
    return [reveal(board, *click, connectivity=connectivity) for click in clicks], LISTS.read(board)


def test_clicks_of_the_game_are_of_every_kind() -> None:
    counts, _ = reference(GAME, CLICKS)
    assert {0, 1} < set(counts)
    assert max(counts) > 64
    assert any(GAME[row][col] == "M" for row, col in CLICKS)


@pytest.mark.parametrize("connectivity", [8, 4])
def test_every_form_of_board(form: Form, connectivity: int) -> None:
    counts, after = reference(GAME, CLICKS, connectivity)
    board = form.make(GAME)
    result = minesweep.reveal_sequence(board, CLICKS, connectivity=connectivity)
    assert type(result) is np.ndarray
    assert (result.dtype, result.tolist()) == (np.int64, counts)
    assert form.read(board) == after


def test_squares_that_are_not_opened_keep_their_identity() -> None:
    board = LISTS_OF_SQUARES.make(GAME)
    rows, before = list(board), [list(row) for row in board]
    minesweep.reveal_sequence(board, CLICKS)
    assert all(row is same for row, same in zip(board, rows, strict=True))
    for row, old in zip(board, before, strict=True):
        assert all(square is was for square, was in zip(row, old, strict=True) if square == was)


# ---- the clicks ----


class Index:
    def __init__(self, value: int) -> None:
        self._value = value

    def __index__(self) -> int:
        return self._value


def beside_flags(clicks: Any) -> Any:
    """The same clicks, each behind a byte of something else."""
    records = np.zeros(len(clicks), [("flag", "?"), ("click", clicks.dtype, 2)])
    records["click"] = clicks
    return records["click"]


SEQUENCES: dict[str, Callable[[Clicks], Any]] = {
    "list of tuples": list,
    "list of lists": lambda clicks: [list(click) for click in clicks],
    "tuple of tuples": tuple,
    "objects with __index__": lambda clicks: [(Index(row), Index(col)) for row, col in clicks],
    "integers and objects": lambda clicks: [(row, Index(col)) for row, col in clicks],
    "NumPy scalars": lambda clicks: [(np.uint8(row), np.int64(col)) for row, col in clicks],
    "list of arrays": lambda clicks: [np.array(click) for click in clicks],
}
INTEGERS = [kind + size for kind in "iu" for size in "1248"]
DTYPES = [order + dtype for dtype in INTEGERS for order in "<>"]
LAYOUTS: dict[str, Callable[[Any], Any]] = {
    "Fortran order": np.asfortranarray,
    "every third": lambda clicks: np.repeat(clicks, 3, axis=0)[::3],
    "reversed": lambda clicks: clicks[::-1].copy()[::-1],
    "slice of wider rows": lambda clicks: np.hstack([clicks, clicks + 100])[:, :2],
    "columns reversed": lambda clicks: clicks[:, ::-1].copy()[:, ::-1],
    "odd addresses": beside_flags,
}


@pytest.mark.parametrize("make", SEQUENCES.values(), ids=SEQUENCES)
def test_clicks_as_a_sequence(make: Callable[[Clicks], Any]) -> None:
    assert_played(make(CLICKS))


ITERABLES: dict[str, Callable[[Clicks], Any]] = {
    "generator": lambda clicks: (click for click in clicks),
    "zip": lambda clicks: zip(*np.transpose(clicks).tolist(), strict=True),
    "iterator of iterators": lambda clicks: map(iter, clicks),
    "generator of arrays": lambda clicks: (np.array(click) for click in clicks),
    "iterator of an array": lambda clicks: iter(np.array(clicks, "u1")),
    "list of generators": lambda clicks: [(number for number in click) for click in clicks],
    "keys of a dict": lambda clicks: dict.fromkeys(clicks).keys(),
}


@pytest.mark.parametrize("make", ITERABLES.values(), ids=ITERABLES)
def test_clicks_as_an_iterable(make: Callable[[Clicks], Any]) -> None:
    clicks = list(dict.fromkeys(CLICKS))
    board = LISTS.make(GAME)
    counts = minesweep.reveal_sequence(board, make(clicks))
    assert (counts.tolist(), LISTS.read(board)) == reference(GAME, clicks)


TRUTHS: dict[str, Any] = {
    "bool": [(False, True)],
    "NumPy's": [(np.False_, np.True_)],
    "list of arrays": [np.array([False, True])],
    "array": np.array([(False, True)]),
    "beside integers": [(np.False_, 1)],
    "beside objects": [(Index(0), np.True_)],
    "generator": (click for click in [(np.False_, np.True_)]),
    "generator of arrays": (click for click in [np.array([False, True])]),
}


@pytest.mark.parametrize("clicks", TRUTHS.values(), ids=TRUTHS)
def test_clicks_of_truth_values(clicks: Any) -> None:
    """In a sequence NumPy's are what Python's are everywhere: 0 and 1."""
    board = LISTS.make(SMALL)
    assert minesweep.reveal_sequence(board, clicks).tolist() == [1]
    assert LISTS.read(board) == ["E1M", "EEE"]


@pytest.mark.parametrize("dtype", DTYPES)
def test_clicks_as_an_array(dtype: str) -> None:
    clicks = np.array(CLICKS, dtype)
    clicks.flags.writeable = False
    assert_played(clicks)


@pytest.mark.parametrize("dtype", ["i8", ">u2"])
@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_clicks_as_an_array_with_any_strides(layout: Callable[[Any], Any], dtype: str) -> None:
    assert_played(layout(np.array(CLICKS, dtype)))


def assert_played(clicks: Any) -> None:
    board = LISTS.make(GAME)
    counts = minesweep.reveal_sequence(board, clicks)
    assert (counts.tolist(), LISTS.read(board)) == reference(GAME, CLICKS)
    assert np.array_equal([[int(row), int(col)] for row, col in clicks], CLICKS)


@pytest.mark.parametrize(
    "clicks", [[], (), np.empty((0, 2), "u1"), np.empty((0, 2), "i8")], ids=repr
)
def test_no_clicks(form: Form, clicks: Any) -> None:
    board = form.make(SMALL)
    counts = minesweep.reveal_sequence(board, clicks)
    assert (counts.dtype, counts.shape) == (np.int64, (0,))
    assert form.read(board) == SMALL


# ---- what is refused ----


def assert_refused(
    error: type[Exception], *names: str, clicks: Any, form: Form = LISTS, after: Any = SMALL
) -> None:
    """Of this very kind, naming these; `after` is what is left of the small board."""
    board = form.make(SMALL)
    with pytest.raises(error) as caught:
        minesweep.reveal_sequence(board, clicks)
    assert caught.type is error
    missing = [name for name in names if name not in str(caught.value)]
    assert not missing, str(caught.value)
    assert form.read(board) == after


OUTSIDE = [(2, 0), (0, 3), (-1, 0), (0, -1), (2**31, 0), (2**32, 0), (0, 2**63 - 1), (-(2**63), 0)]


@pytest.mark.parametrize("click", [*OUTSIDE, (2**63, 0), (2**64, -1), (0, HUGE), (-HUGE, 0)])
@pytest.mark.parametrize("number", [0, 2, 3])
def test_all_clicks_are_checked_before_the_first(number: int, click: tuple[int, int]) -> None:
    clicks = [(0, 0), (0, 2), (1, 2)]
    clicks.insert(number, click)
    for form in FORMS[0], FORMS[-1]:
        names = f"click number {number}:", "outside", "2 rows", "3 columns"
        assert_refused(IndexError, *names, clicks=clicks, form=form)


@pytest.mark.parametrize("dtype", INTEGERS)
def test_the_largest_and_smallest_integers_are_outside(dtype: str) -> None:
    limits = np.iinfo(dtype)
    for limit in {limits.max, limits.min} - {0}:
        clicks = np.array([(0, 0), (limit, 1), (9, 9)], dtype)
        assert_second_is_named(f"({limit}, 1)", lambda clicks=clicks: clicks)


def assert_second_is_named(click: str, make: Callable[[], Any]) -> None:
    """Of three clicks, the second is outside; by all that takes many."""
    error = re.escape(f"click {click} is outside")
    for board in LISTS.make(SMALL), byte_array(SMALL):
        with pytest.raises(IndexError, match=f"^click number 1: {error}"):
            minesweep.reveal_sequence(board, make())
    stack = np.array([byte_array(SMALL)] * 3)
    for some in stack, list(stack), [LISTS.make(SMALL) for _ in range(3)]:
        with pytest.raises(IndexError, match=f"^click number 1 on board number 1: {error}"):
            minesweep.reveal_batch(some, make())
    assert np.array_equal(stack, np.array([byte_array(SMALL)] * 3))


@pytest.mark.parametrize("number", [2**63 - 1, 2**63, 2**64, -(2**63), -(2**63) - 1, -(2**70)])
@pytest.mark.parametrize("next_number", [0, 10**30])
def test_the_message_names_the_number_that_was_clicked(number: int, next_number: int) -> None:
    """Also if int64 does not hold it, alone or beside others."""
    clicks = [(0, 0), (1, number), (next_number, 0)]
    click = f"(1, {number})"
    assert_second_is_named(click, lambda: clicks)
    assert_second_is_named(click, lambda: iter(clicks))
    assert_second_is_named(click, lambda: [(Index(row), Index(col)) for row, col in clicks])


def test_the_message_names_numpy_s_large_numbers() -> None:
    clicks = [(0, 0), (np.uint64(2**63), np.int8(-1)), (0, 0)]
    assert_second_is_named(f"({2**63}, -1)", lambda: clicks)


@pytest.mark.parametrize("dtype", [object, np.uint64])
def test_the_first_click_outside_is_named_though_a_later_one_is_huge(dtype: type) -> None:
    clicks = np.array([(0, 0), (0, 3), (2**63, 0)], dtype)
    assert_second_is_named("(0, 3)", lambda: clicks if dtype is np.uint64 else clicks.tolist())


def test_huge_numbers_and_boards_that_are_none() -> None:
    """What is wrong with the board comes first."""
    with pytest.raises(TypeError, match=r"^board must not be of type NoneType"):
        minesweep.reveal_sequence(None, [(2**70, 0)])
    with pytest.raises(ValueError, match="1 board and 2 clicks"):
        minesweep.reveal_batch([LISTS.make(SMALL)], [(2**70, 0)] * 2)


def test_every_form_of_board_is_left_alone(form: Form) -> None:
    clicks = [(0, 0), (1, 3)]
    assert_refused(IndexError, "click number 1:", "(1, 3)", clicks=clicks, form=form)


@pytest.mark.parametrize("index", [1.0, "0", None, b"0", [0], 1j, np.float64(1)], ids=repr)
def test_what_is_no_integer_is_no_index(index: object) -> None:
    kind = type(index).__name__
    for click, name in ((0, index), "column"), ((index, 0), "row"):
        names = "click number 1:", name, "integer", kind
        assert_refused(TypeError, *names, clicks=[(0, 0), click, (0, 1)])


@pytest.mark.parametrize("dtype", ["f8", "f2", "c16", "O", "S1", "U1", "M8[s]"])
def test_an_array_of_no_integers(dtype: str) -> None:
    clicks = np.zeros((1, 2), dtype)
    assert_refused(TypeError, "clicks", "integers", str(clicks.dtype), clicks=clicks)


@pytest.mark.parametrize("shape", [(), (2,), (4,), (0,), (2, 1), (2, 3), (1, 0), (1, 2, 2)])
def test_an_array_of_another_shape(shape: tuple[int, ...]) -> None:
    clicks = np.zeros(shape, int)
    assert_refused(ValueError, "clicks", "shape", str(shape), clicks=clicks)


class OfNoLength(np.ndarray[Any, Any]):
    def __len__(self) -> int:
        return 0


BUFFERS: dict[str, Callable[[Any], Any]] = {
    "memoryview": memoryview,
    "no sequence": PickleBuffer,
    "array that has a length of its own": lambda clicks: clicks.view(OfNoLength),
}


@pytest.mark.parametrize("make", BUFFERS.values(), ids=BUFFERS)
def test_clicks_as_a_buffer_that_is_no_plain_array(make: Callable[[Any], Any]) -> None:
    board = LISTS.make(GAME)
    counts = minesweep.reveal_sequence(board, make(np.array(CLICKS)))
    assert (counts.tolist(), LISTS.read(board)) == reference(GAME, CLICKS)


class Liar(np.ndarray[Any, Any]):
    """An array of one dimension that says it has pairs."""

    ndim = 2
    shape = (2, 2)


@pytest.mark.parametrize("number", [0, 1, 4])
def test_an_array_that_lies_about_its_shape(number: int) -> None:
    clicks = np.zeros(number, np.int64).view(Liar)
    assert_refused(ValueError, "clicks", f"({number},)", clicks=clicks)


@pytest.mark.parametrize("click", [(), (0,), (0, 0, 0), "000"], ids=repr)
def test_a_click_has_exactly_two_numbers(click: Any) -> None:
    count = str(len(click))
    assert_refused(ValueError, "click number 1:", "two numbers", count, clicks=[(0, 0), click])


@pytest.mark.parametrize("clicks", [[0, 1], (0, 1), [(0, 0), 1], [None], 5, None], ids=repr)
def test_what_is_no_sequence_of_pairs(clicks: Any) -> None:
    """A single click above all."""
    board = LISTS.make(SMALL)
    with pytest.raises((TypeError, ValueError), match="click"):
        minesweep.reveal_sequence(board, clicks)
    assert LISTS.read(board) == SMALL


@pytest.mark.parametrize("letter", ["F", "0", "\xff"])
def test_a_bad_square(form: Form, letter: str) -> None:
    """The click that meets it changes nothing; those before it stand."""
    rows = ["EEEEE", "EEEEM", f"E{letter}EEE"]
    board = form.make(rows)
    with pytest.raises(
        ValueError, match=r"^click number 2: square \(2, 1\) of the board"
    ) as caught:
        minesweep.reveal_sequence(board, [(1, 4), (0, 4), (0, 0), (0, 3)])
    assert caught.type is ValueError
    assert form.read(board) == ["EEEE1", "EEEEX", f"E{letter}EEE"]


@pytest.mark.parametrize(
    ("row", "error", "name"),
    [
        (["E", 5, "E"], TypeError, "(2, 1)"),
        (["E", "EE", "E"], ValueError, "(2, 1)"),
        (["E"], ValueError, "row 2 has 1 square"),
        (("E", "E", "E"), TypeError, "row 2"),
    ],
    ids=repr,
)
def test_a_bad_row_of_a_list(row: Any, error: type[Exception], name: str) -> None:
    board = [list("MEE"), list("EEE"), row]
    with pytest.raises(error) as caught:
        minesweep.reveal_sequence(board, [(0, 0), (0, 2), (0, 1)])
    assert "click number 1:" in str(caught.value)
    assert name in str(caught.value)
    assert board == [list("XEE"), list("EEE"), row]


@pytest.mark.parametrize(
    ("board", "error", "name"),
    [
        (None, TypeError, "NoneType"),
        ("EE", TypeError, "str"),
        ((["E"],), TypeError, "tuple"),
        (["EE"], TypeError, "row 0"),
        ([], ValueError, "at least one row"),
        ([[]], ValueError, "at least one column"),
        (bytearray(b"E"), TypeError, "2 dimensions, not 1"),
        (np.full((1, 1, 1), ord("E"), "u1"), TypeError, "2 dimensions, not 3"),
        (np.full((1, 1), ord("E"), "i4"), TypeError, "4 bytes"),
        (np.full((1, 1), "E", object), TypeError, "board"),
        (cast(b"E", "B", 1), ValueError, "writable"),
    ],
)
@pytest.mark.parametrize("clicks", [[], [(0, 0)]], ids=["no clicks", "a click"])
def test_what_is_no_board(board: Any, error: type[Exception], name: str, clicks: Clicks) -> None:
    with pytest.raises(error) as caught:
        minesweep.reveal_sequence(board, clicks)
    assert caught.type is error
    assert name in str(caught.value)


@pytest.mark.parametrize("connectivity", [0, 6, None, "8", 8.5], ids=repr)
def test_connectivity_is_4_or_8(connectivity: Any) -> None:
    board = LISTS.make(SMALL)
    with pytest.raises(ValueError, match="4 or 8"):
        minesweep.reveal_sequence(board, [(0, 0)], connectivity=connectivity)
    assert LISTS.read(board) == SMALL


@pytest.mark.parametrize("call", ["reveal_sequence(board, [(0, 0)])", "reveal_batch([board], [])"])
def test_without_numpy(call: str) -> None:
    code = f"""if True:
        import sys
        sys.modules["numpy"] = None
        import minesweep
        board = [["E", "M"]]
        try:
            minesweep.{call}
        except ImportError as error:
            assert "pip install numpy" in str(error) and "{call.partition("(")[0]}" in str(error)
        else:
            raise AssertionError("no ImportError")
        assert board == [["E", "M"]] and minesweep.reveal(board, 0, 0) == 1
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# ---- references ----


class Shrinking(Square):
    """Takes the board's last row away when it is overwritten."""

    board: list[list[str]]

    def __del__(self) -> None:
        del self.board[1:]


def test_a_list_is_looked_at_anew_after_a_look_at_ctrl_c() -> None:
    """Every some ten thousand clicks the core sees to signals, whose handlers can do anything."""
    board = [["B", "M"]]
    assert minesweep.reveal_sequence(board, [(0, 0)] * 40_000 + [(0, 1)]).sum() == 1


def test_a_board_that_shrinks_between_two_clicks() -> None:
    board = [["M", "M"], ["M", "M"]]
    Shrinking.board = board
    board[0][0] = Shrinking("M")
    with pytest.raises(IndexError, match=r"^click number 2: click \(1, 1\).* 1 row "):
        minesweep.reveal_sequence(board, [(0, 0), (0, 1), (1, 1)])
    assert board == [["X", "X"]]


def test_references_stay_as_they_are() -> None:
    clicks, array = list(CLICKS), np.array(CLICKS)
    letters = list("MEB12345678X")
    objects = [clicks, clicks[0], array, *letters]
    gc.collect()  # what other tests left behind has letters, too
    before = [sys.getrefcount(each) for each in objects]
    for make in [LISTS.make, byte_array] * 20:
        for some in clicks, array, [*clicks, (-1, 0)], [*clicks, (0, "0")]:
            with suppress(IndexError, TypeError):
                minesweep.reveal_sequence(make(GAME), some)
    del some
    assert [sys.getrefcount(each) for each in objects] == before


def byte_array(rows: list[str]) -> Any:
    return np.array([list(row.encode()) for row in rows], "u1")


@pytest.mark.parametrize(
    "clicks", [[(0, 0)], [], [(0, 0), (9, 9)], [(0, 0), (1, 0)], [(0, 0.5)]], ids=repr
)
def test_the_buffer_is_given_back(clicks: Any) -> None:
    memory = bytearray(b"MEEF")
    with cast(memory, "B", 2) as board, suppress(IndexError, TypeError, ValueError):
        minesweep.reveal_sequence(board, clicks)
    memory.append(0)  # refused while anything holds the buffer
