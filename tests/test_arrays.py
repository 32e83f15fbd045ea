"""NumPy arrays as their users make them."""

from collections.abc import Callable
from typing import Any

import pytest

import minesweep

np = pytest.importorskip("numpy")

ROWS = ["EEEEEE", "EEEEME", "EEEEEE", "EEEEEE"]
REVEALED = ["BBB1EE", "BBB1ME", "BBB111", "BBBBBB"]  # by a click on (3, 0)
MINES = np.array([list(row) for row in ROWS]) == "M"


def filled_with_mines(board: Any) -> Any:
    board[MINES] = "M" if board.dtype.kind == "U" else ord("M")
    return board


def field_of_structures() -> Any:
    board = np.zeros(MINES.shape, [("probability", "f4"), ("square", "U1"), ("flagged", "?")])
    board["square"] = np.where(MINES, "M", "E")
    return board["square"]


MADE: dict[str, Callable[[], Any]] = {
    "np.array of a list of lists": lambda: np.array([list(row) for row in ROWS]),
    "np.where of a mine mask": lambda: np.where(MINES, "M", "E"),
    "np.where of a mine mask as bytes": lambda: np.where(MINES, b"M", b"E"),
    "np.where of a mine mask as uint8": lambda: np.where(MINES, *np.frombuffer(b"ME", "u1")),
    "np.choose of a mine mask": lambda: np.choose(MINES, ["E", "M"]),
    "np.full and a mine mask": lambda: filled_with_mines(np.full(MINES.shape, "E")),
    "np.full of ord and a mine mask": lambda: filled_with_mines(
        np.full(MINES.shape, ord("E"), np.uint8)
    ),
    "np.asfortranarray": lambda: np.asfortranarray([list(row) for row in ROWS]),
    "view of S1 as uint8": lambda: np.where(MINES, b"M", b"E").view(np.uint8),
    "astype S1": lambda: np.array([list(row) for row in ROWS]).astype("S1"),
    "U6 viewed as U1": lambda: np.array(ROWS).view("U1").reshape(4, 6),
    "frombuffer of a bytearray": lambda: np.frombuffer(
        bytearray("".join(ROWS), "ascii"), np.uint8
    ).reshape(4, 6),
    "matrix": lambda: np.array([list(row) for row in ROWS]).view(np.matrix),
    "field of a structured array": field_of_structures,
}


def text_of(board: Any) -> list[str]:
    letters = np.asarray(board)
    if letters.dtype.kind in "ui":
        letters = letters.view("S1")
    return ["".join(row) for row in letters.astype("U1").tolist()]


@pytest.mark.parametrize("make", MADE.values(), ids=MADE)
def test_an_array_made_in_any_way(make: Callable[[], Any]) -> None:
    board = make()
    assert minesweep.reveal(board, 3, 0) == 20
    assert text_of(board) == REVEALED


@pytest.mark.parametrize("dtype", ["U1", "S1"])
@pytest.mark.parametrize("flip", [np.flip, np.flipud, np.fliplr, np.transpose, np.rot90])
def test_a_view_changes_its_array(dtype: str, flip: Callable[[Any], Any]) -> None:
    """Click on a view of the board, where the square is that is (3, 0) on the board."""
    board = np.array([list(row) for row in ROWS]).astype(dtype)
    clicked = np.zeros(board.shape, bool)
    clicked[3, 0] = True
    (click,) = np.argwhere(flip(clicked))
    assert minesweep.updateBoard(flip(board), click).base is board
    assert text_of(board) == REVEALED


def test_a_subarray_is_a_board_with_edges_of_its_own() -> None:
    board = np.array([list(row) for row in ROWS])
    assert minesweep.reveal(board[1:3, 1:4], 0, 0) == 6
    assert text_of(board) == ["EEEEEE", "EBBBME", "EBBBEE", "EEEEEE"]


def test_a_broadcast_board_is_read_only() -> None:
    board = np.broadcast_to(np.array(list("EEM")), (3, 3))
    with pytest.raises(ValueError, match="writable"):
        minesweep.reveal(board, 0, 0)


def test_a_read_only_array_stays_as_it_was() -> None:
    board = np.array([list(row) for row in ROWS])
    board.flags.writeable = False
    with pytest.raises(ValueError, match="writable"):
        minesweep.reveal(board, 3, 0)
    assert text_of(board) == ROWS
    assert not board.flags.writeable
    minesweep.check_board(board)


@pytest.mark.parametrize("dtype", ["U1", "S1"])
def test_a_mask_is_not_looked_at(dtype: str) -> None:
    """As README.md says: masked squares are read and written like all others."""
    board = np.ma.masked_array(np.array([list(row) for row in ROWS]).astype(dtype), mask=~MINES)
    assert minesweep.reveal(board, 3, 0) == 20
    assert text_of(board.data) == REVEALED
    assert np.array_equal(board.mask, ~MINES)
