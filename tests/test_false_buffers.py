"""Buffers that lie: refused where the lie can be seen, and nothing crashes.

What no consumer of a buffer can see is left out: memory that is not there or is shorter than the
shape and the strides say, arrays of sizes that are shorter than `ndim`.
"""

import sys
from collections.abc import Callable
from typing import Any

import pytest
from exporter import Exporter
from forms import GUARD

import minesweep

MOST = sys.maxsize
LEAST = -sys.maxsize - 1
ROOT = 2 ** ((MOST.bit_length() + 1) // 2)  # the bits of a size hold nothing of its square
SQUARES = b"EEMEEE"
REVEALED = b"B1MB1E"  # by a click on (0, 0) of two rows
MARGIN = 64
HIDDEN = 0xFF  # as a byte

Refusal = type[Exception] | tuple[type[Exception], ...]


def told(says: dict[str, Any]) -> tuple[bytearray, Exporter]:
    """A board of two rows and three columns between guards, and its exporter."""
    memory = bytearray([GUARD]) * MARGIN + SQUARES + bytearray([GUARD]) * MARGIN
    truth = {"shape": (2, 3), "length": len(SQUARES), "start": MARGIN}
    return memory, Exporter(memory, **(truth | says))


def around(squares: bytes) -> bytes:
    guard = bytes([GUARD]) * MARGIN
    return guard + squares + guard


# Those of `struct` and of NumPy, with a byte order, which means nothing for bytes, or a count.
FORMATS_OF_BYTES = [
    order + count + letter for order in ("", *"@=<>!") for count in ("", "1") for letter in "Bbcs"
]

TRUE: dict[str, dict[str, Any]] = {
    "all of it": {"strides": (3, 1)},
    "no strides": {},
    "no format": {"format": None},
    **{f"format {text}": {"format": text.encode()} for text in FORMATS_OF_BYTES},
}
FALSE: dict[str, tuple[dict[str, Any], Refusal]] = {
    "too short": ({"length": 5}, ValueError),
    "too long": ({"length": 7}, ValueError),
    "no bytes": ({"length": 0}, ValueError),
    "as many bytes, but fewer than none": ({"length": -6}, ValueError),
    "as many bytes as can be": ({"length": MOST}, ValueError),
    "no shape": ({"shape": None}, ValueError),
    "no memory": ({"start": None}, ValueError),
    "no rows": ({"shape": (0, 3), "length": 0}, ValueError),
    "no columns": ({"shape": (2, 0), "length": 0}, ValueError),
    "rows below zero": ({"shape": (-2, 3)}, ValueError),
    "columns below zero": ({"shape": (2, -3)}, ValueError),
    "both below zero": ({"shape": (-2, -3)}, ValueError),
    "far below zero": ({"shape": (LEAST, LEAST)}, ValueError),
    "too many squares and no bytes": ({"shape": (ROOT, ROOT), "length": 0}, ValueError),
    "too many characters and no bytes": (
        {"shape": (ROOT // 2, ROOT // 2), "length": 0, "itemsize": 4, "format": b"w"},
        ValueError,
    ),
    "too many squares and four bytes": (
        {"shape": (ROOT**2 // 4 + 1, 4), "length": 4},
        ValueError,
    ),
    "the most rows": ({"shape": (MOST, 3)}, ValueError),
    "the most squares": ({"shape": (MOST, MOST), "length": 1}, ValueError),
    "no dimensions": ({"ndim": 0}, TypeError),
    "one dimension": ({"ndim": 1}, TypeError),
    "three dimensions": ({"ndim": 3}, TypeError),
    "dimensions below zero": ({"ndim": -2}, TypeError),
    "the most dimensions": ({"ndim": 2**31 - 1}, TypeError),
    "items of no bytes": ({"itemsize": 0}, (TypeError, ValueError)),
    "items of fewer bytes than none": ({"itemsize": -1}, (TypeError, ValueError)),
    "bytes of two bytes": ({"itemsize": 2}, TypeError),
    "bytes of four bytes": ({"itemsize": 4}, TypeError),
    "bytes of the most bytes": ({"itemsize": MOST}, TypeError),
    "characters of one byte": ({"format": b"w"}, TypeError),
    "characters of four bytes": ({"format": b"w", "itemsize": 4}, ValueError),
    "an empty format": ({"format": b""}, TypeError),
    "a byte order alone": ({"format": b">"}, TypeError),
    "two byte orders": ({"format": b"<>B"}, TypeError),
    "two bytes in one": ({"format": b"2B"}, TypeError),
    "a byte and more": ({"format": b"Bx"}, TypeError),
    "a truth value": ({"format": b"?"}, TypeError),
    "a long format": ({"format": b"B" * 100_000}, TypeError),
    "a format that is no text": ({"format": b"\xff"}, TypeError),
    "pointers to the rows": ({"suboffsets": (0, -1)}, ValueError),
}


@pytest.mark.parametrize("says", TRUE.values(), ids=TRUE)
def test_an_honest_exporter(says: dict[str, Any]) -> None:
    memory, board = told(says)
    minesweep.check_board(board)
    assert minesweep.reveal(board, 0, 0) == 4
    assert memory == around(REVEALED)


@pytest.mark.parametrize(
    "function", [lambda board: minesweep.reveal(board, 0, 0), minesweep.check_board]
)
@pytest.mark.parametrize(("says", "refusal"), FALSE.values(), ids=FALSE)
def test_a_false_exporter(
    says: dict[str, Any], refusal: Refusal, function: Callable[[Any], object]
) -> None:
    memory, board = told(says)
    references = sys.getrefcount(board)
    with pytest.raises(refusal, match=r"^board must"):
        function(board)
    assert sys.getrefcount(board) == references, "the buffer was not released"
    assert memory == around(SQUARES)


FALSE_MINES = {name: says for name, (says, _) in FALSE.items() if name != "a truth value"}


@pytest.mark.parametrize("says", FALSE_MINES.values(), ids=FALSE_MINES)
def test_false_mines(says: dict[str, Any]) -> None:
    visible = bytearray([HIDDEN] * 6)
    board = Exporter(visible, shape=(2, 3), length=6, format=b"b")
    memory, mines = told(says)
    references = sys.getrefcount(mines), sys.getrefcount(board)
    with pytest.raises((TypeError, ValueError), match=r"\bmines must"):
        minesweep.reveal(board, 0, 0, mines=mines)
    assert (sys.getrefcount(mines), sys.getrefcount(board)) == references, "a buffer was kept"
    assert (visible, memory) == (bytearray([HIDDEN] * 6), around(SQUARES))


@pytest.mark.parametrize("function", [minesweep.numbers, minesweep.openings, minesweep.bbbv])
@pytest.mark.parametrize(
    "says", [says for name, says in FALSE_MINES.items() if name != "three dimensions"], ids=str
)
def test_false_mines_to_be_measured(
    says: dict[str, Any], function: Callable[[Any], object]
) -> None:
    pytest.importorskip("numpy")
    memory, mines = told({"format": b"?"} | says)
    references = sys.getrefcount(mines)
    with pytest.raises((TypeError, ValueError, BufferError)):
        function(mines)
    assert sys.getrefcount(mines) == references, "the buffer was not released"
    assert memory == around(SQUARES)


@pytest.mark.parametrize(
    ("says", "refusal"),
    [
        ({"length": 11}, ValueError),
        ({"shape": (-2, 2, 3)}, ValueError),
        ({"shape": (ROOT, ROOT, 1), "length": 0}, ValueError),
        ({"shape": (ROOT // 2**10, ROOT // 2**11, 2**21), "length": 0}, ValueError),
        (
            {"shape": (2, ROOT // 2, ROOT // 4), "length": 0, "itemsize": 4, "format": b"w"},
            ValueError,
        ),
        ({"shape": (2, 2, 2 * ROOT), "length": 0}, ValueError),
        ({"shape": (0, 2 * ROOT, 1), "length": 1}, ValueError),
        ({"shape": (0, 2, -1), "length": 0}, ValueError),
        ({"shape": (-2, 2, 3), "length": -12}, ValueError),
        ({"shape": (2, ROOT**2 // 4, ROOT**2 // 4), "length": 12}, ValueError),
        ({"shape": None}, ValueError),
        ({"start": None}, ValueError),
        ({"ndim": 2}, TypeError),
    ],
    ids=str,
)
def test_a_false_stack(says: dict[str, Any], refusal: type[Exception]) -> None:
    pytest.importorskip("numpy")
    memory = bytearray(SQUARES * 2)
    truth = {"shape": (2, 2, 3), "ndim": 3, "length": 12}
    boards = Exporter(memory, **(truth | says))
    references = sys.getrefcount(boards)
    with pytest.raises(refusal, match=r"^boards? must"):
        minesweep.reveal_batch(boards, [(0, 0)] * 2)
    assert sys.getrefcount(boards) == references, "the buffer was not released"
    assert memory == SQUARES * 2


EMPTY_STACKS = [
    (0, 2 * ROOT, 1),
    (0, 1, 2 * ROOT),
    (0, ROOT // 4, ROOT // 4),
    (0, 1, 1),
    (0, ROOT - 1, 2),
]


@pytest.mark.parametrize("dtype", ["u1", "U1"])
@pytest.mark.parametrize("shape", EMPTY_STACKS, ids=str)
def test_a_stack_of_no_boards_however_large(shape: tuple[int, ...], dtype: str) -> None:
    np = pytest.importorskip("numpy")
    for workers in 1, 2:
        counts = minesweep.reveal_batch(np.empty(shape, dtype), [], workers=workers)
        assert (counts.dtype, counts.tolist()) == (np.int64, [])


@pytest.mark.parametrize("stride", [MOST, LEAST, MOST // 2 + 1, 0])
@pytest.mark.parametrize("size", [6, 70, 2000])
def test_any_stride_along_an_axis_of_one_square(stride: int, size: int) -> None:
    """It leads nowhere."""
    for shape, strides in ((1, size), (stride, 1)), ((size, 1), (1, stride)):
        memory = bytearray(b"E" * size)
        board = Exporter(memory, shape, strides=strides, length=size)
        assert minesweep.reveal(board, 0, 0) == size
        assert memory == b"B" * size


@pytest.mark.parametrize("squares", [MOST, MOST - 1, MOST - 61, MOST - 62, MOST - 63, MOST // 2])
def test_as_many_squares_as_can_be(squares: int) -> None:
    """All in one byte. Refused as such, or for the bad square that they are."""
    memory = bytearray(b"F")
    for shape in (1, squares), (squares, 1):
        board = Exporter(memory, shape, strides=(0, 0), length=squares)
        with pytest.raises(ValueError, match=r"^(board must|square)"):
            minesweep.check_board(board)
        for last in 0, squares - 1:
            with pytest.raises(ValueError, match=r"^(board must|square)"):
                minesweep.reveal(board, min(last, shape[0] - 1), min(last, shape[1] - 1))
    assert memory == b"F"
