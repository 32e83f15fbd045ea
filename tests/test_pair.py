"""Clicks on a pair of boards: what a player sees, and the mines."""

from typing import Any

import boards
import pytest
from cases import CLICKS
from outcomes import outcome
from pairs import PAIRS, Pairs, as_letters, as_lists, visible_rows, with_flags

import minesweep
from minesweep import reference

np = pytest.importorskip("numpy")

Rows = list[str]

SMALL = [case for case in CLICKS if len(case.board) * len(case.board[0]) < 500]


@pytest.fixture(params=PAIRS, ids=lambda pair: pair.name)
def pair(request: pytest.FixtureRequest) -> Pairs:
    return request.param


def after(rows: Rows, row: int, col: int, connectivity: int = 8) -> tuple[int, Rows]:
    """What the same click on a board of letters changes."""
    letters = [list(line) for line in as_letters(rows)]
    count = reference.reveal(letters, row, col, connectivity=connectivity)
    return count, with_flags(["".join(line) for line in letters], rows)


def test_every_case_of_letters(pair: Pairs) -> None:
    for case in CLICKS:
        visible, mines = pair.make(case.board)
        count = minesweep.reveal(visible, *case.click, mines=mines)
        assert (case.id, count) == (case.id, case.opened)
        assert pair.read(visible, mines, case.expected), case.id


def test_every_case_of_letters_on_the_reference() -> None:
    for case in SMALL:
        visible, mines = as_lists(case.board)
        assert reference.reveal(visible, *case.click, mines=mines) == case.opened
        assert (visible, mines) == as_lists(case.expected)


FLAGGED = ["EEEEEEM", "EEFEEEE", "EEEEEfE", "MEEEEEE", "EEEEXEE"]


@pytest.mark.parametrize("connectivity", [8, 4])
def test_every_square_of_a_board_with_flags(pair: Pairs, connectivity: int) -> None:
    for row in range(len(FLAGGED)):
        for col in range(len(FLAGGED[0])):
            visible, mines = pair.make(FLAGGED)
            count, expected = after(FLAGGED, row, col, connectivity)
            ours = minesweep.reveal(visible, row, col, mines=mines, connectivity=connectivity)
            assert (row, col, ours) == (row, col, count)
            assert pair.read(visible, mines, expected)


def test_flags_stay_and_stop_the_opening() -> None:
    visible = np.full((3, 5), -1, np.int8)
    mines = np.zeros((3, 5), bool)
    visible[:, 2] = -2
    assert minesweep.reveal(visible, 0, 0, mines=mines) == 6
    assert visible.tolist() == [[0, 0, -2, -1, -1]] * 3
    assert minesweep.reveal(visible, 1, 2, mines=mines) == 0


def test_a_number_counts_mines_whatever_is_seen_there() -> None:
    """Hidden, flagged, hit, or with a number that cannot be."""
    mines = np.ones((3, 3), bool)
    mines[1, 1] = False
    visible = np.array([[-1, -2, 9], [0, -1, 5], [-2, 8, -1]], np.int8)
    assert minesweep.reveal(visible, 1, 1, mines=mines) == 1
    assert visible[1, 1] == 8
    for value in range(-2, 10):
        visible = np.full((1, 2), -1, np.int8)
        visible[0, 1] = value
        assert minesweep.reveal(visible, 0, 0, mines=np.array([[False, True]])) == 1
        assert visible.tolist() == [[1, value]]


@pytest.mark.parametrize("value", [*range(10), -2])
def test_open_and_flagged_squares_do_nothing(value: int) -> None:
    for mine in False, True:
        visible = np.full((1, 3), value, np.int8)
        mines = np.array([[False, mine, False]])
        assert minesweep.reveal(visible, 0, 1, mines=mines) == 0
        assert (visible == value).all()


@pytest.mark.parametrize("connectivity", [8, 4])
@pytest.mark.parametrize("per_mille", [5, 40, 120])
@pytest.mark.parametrize("size", [(130, 200), (64, 64), (3, 700), (700, 3)])
def test_large_boards_as_letters(size: tuple[int, int], per_mille: int, connectivity: int) -> None:
    rows = boards.scattered(*size, per_mille, sum(size))
    rows[size[0] // 2] = rows[size[0] // 2].replace("E", "F", 2)
    letters = np.array([list(row.replace("F", "B")) for row in rows], "S1")
    plain = Pairs("C order", "C order")
    visible, mines = plain.make(rows)
    strided, strided_mines = Pairs("steps 2 and 3", "rows reversed", "uint8").make(rows)
    at = np.argwhere(letters == b"E")[::37]
    for row, col in at.tolist():
        counts = {
            minesweep.reveal(letters, row, col, connectivity=connectivity),
            minesweep.reveal(visible, row, col, mines=mines, connectivity=connectivity),
            minesweep.reveal(strided, row, col, mines=strided_mines, connectivity=connectivity),
        }
        assert len(counts) == 1
    expected = with_flags([b"".join(row).decode() for row in letters.tolist()], rows)
    assert plain.read(visible, mines, expected)
    assert np.array_equal(strided, visible)


# ---- bad values ----


BAD_LETTERS = {"t": 10, "m": -3, "z": 127, "y": -128}


@pytest.mark.parametrize("letter", BAD_LETTERS)
def test_a_bad_value_is_named(letter: str) -> None:
    """The clicked one, one that an opening meets, one beside a numbered square."""
    for rows, click, bad in (
        ([f"E{letter}E"], (0, 1), (0, 1)),
        (["EEEE", f"EEE{letter}", "EEEE"], (0, 0), (1, 3)),
        (["EEM", f"{letter}EE"], (0, 1), (1, 0)),
        (["M" + "E" * 70 + letter], (0, 30), (0, 71)),
    ):
        for impl in minesweep, reference:
            visible, mines = as_lists(rows)
            if impl is minesweep:
                visible, mines = np.array(visible, np.int8), np.array(mines)
            words = rf"square \({bad[0]}, {bad[1]}\) of the board must be from -2 to 9 .*not "
            with pytest.raises(ValueError, match=f"{words}{BAD_LETTERS[letter]}$"):
                impl.reveal(visible, *click, mines=mines)
            assert np.array(visible).tolist() == as_lists(rows)[0]


def test_bad_values_that_are_not_read_do_no_harm() -> None:
    visible = np.full((3, 9), -1, np.int8)
    visible[:, 6] = 77
    mines = np.zeros((3, 9), bool)
    mines[:, 4] = True
    assert minesweep.reveal(visible, 0, 0, mines=mines) == 12
    assert minesweep.reveal(visible, 0, 4, mines=mines) == 1


def test_every_bad_value() -> None:
    for value in range(-128, 128):
        visible = np.full((1, 80), -1, np.int8)
        visible[0, 70] = value
        call = outcome(minesweep.reveal, visible, 0, 3, mines=np.zeros((1, 80), bool))
        if -2 <= value <= 9:
            assert call == (80 if value == -1 else 70)
        else:
            assert call[0] is ValueError
            assert call[1].endswith(f"not {value}")
            assert np.count_nonzero(visible == -1) == 79


# ---- other errors ----


def pair_of(rows: int, cols: int) -> tuple[Any, Any]:
    return np.full((rows, cols), -1, np.int8), np.zeros((rows, cols), bool)


@pytest.mark.parametrize("click", [(3, 0), (0, 4), (-1, 0), (0, -1), (2**70, 0)])
def test_squares_outside(click: tuple[int, int]) -> None:
    visible, mines = pair_of(3, 4)
    with pytest.raises(IndexError, match="is outside the board of 3 rows and 4 columns"):
        minesweep.reveal(visible, *click, mines=mines)
    with pytest.raises(IndexError, match="click number 1: click"):
        minesweep.reveal_sequence(visible, [(0, 0), click], mines=mines)
    assert (visible == -1).all()


@pytest.mark.parametrize(
    "mines",
    [
        np.zeros((3, 5), bool), np.zeros((4, 3), bool), np.zeros((2, 4), bool),
        np.zeros(12, bool), np.zeros((1, 3, 4), bool), np.zeros((3, 4, 1), bool),
    ],
    ids=lambda mines: f"{mines.shape}",
)  # fmt: skip
def test_shapes_that_do_not_fit(mines: Any) -> None:
    visible, _ = pair_of(3, 4)
    for call in (
        lambda: minesweep.reveal(visible, 0, 0, mines=mines),
        lambda: minesweep.reveal_sequence(visible, [(0, 0)], mines=mines),
        lambda: minesweep.reveal_batch([visible], [(0, 0)], mines=[mines]),
    ):
        with pytest.raises(ValueError, match="the same shape"):
            call()
    assert (visible == -1).all()


@pytest.mark.parametrize(
    "mines",
    [
        np.zeros((3, 4), np.int8), np.zeros((3, 4), np.int64), np.zeros((3, 4), np.float32),
        np.full((3, 4), b"M"), np.full((3, 4), "M"), np.zeros((3, 4), object),
        [[False] * 4] * 3, 5, "mines",
    ],
    ids=repr,
)  # fmt: skip
def test_mines_of_other_types(mines: Any) -> None:
    visible, _ = pair_of(3, 4)
    for call in (
        lambda: minesweep.reveal(visible, 0, 0, mines=mines),
        lambda: minesweep.reveal_sequence(visible, [(0, 0)], mines=mines),
        lambda: minesweep.reveal_batch([visible], [(0, 0)], mines=[mines]),
    ):
        with pytest.raises(
            TypeError, match="mines must be an array of dtype bool or uint8, not of"
        ):
            call()
    assert (visible == -1).all()


@pytest.mark.parametrize(
    "visible",
    [
        np.full((3, 4), 255, np.uint8), np.full((3, 4), -1), np.full((3, 4), b"E"),
        np.full((3, 4), "E"), np.zeros((3, 4), bool), [[-1] * 4] * 3, [["E"] * 4] * 3, None, 7,
    ],
    ids=repr,
)  # fmt: skip
def test_boards_of_other_types(visible: Any) -> None:
    mines = np.zeros((3, 4), bool)
    for call in (
        lambda: minesweep.reveal(visible, 0, 0, mines=mines),
        lambda: minesweep.reveal_sequence(visible, [(0, 0)], mines=mines),
        lambda: minesweep.reveal_batch([visible], [(0, 0)], mines=[mines]),
    ):
        with pytest.raises(TypeError, match="with mines, the board must be an array of dtype int8"):
            call()


def test_other_dimensions_of_the_board() -> None:
    for shape in (4,), (2, 3, 4):
        visible = np.full(shape, -1, np.int8)
        with pytest.raises(TypeError, match=f"board must have 2 dimensions, not {len(shape)}"):
            minesweep.reveal(visible, 0, 0, mines=np.zeros(shape, bool))
    for shape, words in ((0, 4), "at least one row"), ((4, 0), "at least one column"):
        with pytest.raises(ValueError, match=words):
            minesweep.reveal(np.full(shape, -1, np.int8), 0, 0, mines=np.zeros(shape, bool))


def test_read_only_arrays() -> None:
    visible, mines = pair_of(3, 4)
    mines[0, 3] = True
    mines.flags.writeable = False
    assert minesweep.reveal(visible, 2, 0, mines=mines) == 11
    visible.flags.writeable = False
    for call in (
        lambda: minesweep.reveal(visible, 0, 3, mines=mines),
        lambda: minesweep.reveal_sequence(visible, [(0, 3)], mines=mines),
        lambda: minesweep.reveal_batch(visible[None], [(0, 3)], mines=mines[None]),
    ):
        with pytest.raises(ValueError, match="board must be writable"):
            call()
    assert visible[0, 3] == -1


def test_connectivity_must_be_4_or_8() -> None:
    visible, mines = pair_of(3, 4)
    with pytest.raises(ValueError, match="connectivity must be 4 or 8"):
        minesweep.reveal(visible, 0, 0, mines=mines, connectivity=6)


CALLS = {
    "reveal": lambda visible, mines: minesweep.reveal(visible, 0, 0, mines=mines),
    "outside": lambda visible, mines: minesweep.reveal(visible, 9, 0, mines=mines),
    "shapes": lambda visible, mines: minesweep.reveal(visible, 0, 0, mines=mines[:, ::2]),
    "dtype": lambda visible, mines: minesweep.reveal(visible, 0, 0, mines=mines.view("i1")),
    "sequence": lambda visible, mines: minesweep.reveal_sequence(visible, [(0, 0)], mines=mines),
    "sequence outside": lambda visible, mines: minesweep.reveal_sequence(
        visible, [(0, 9)], mines=mines
    ),
    "batch": lambda visible, mines: minesweep.reveal_batch(
        visible[None], [(0, 0)], mines=mines[None]
    ),
    "batch outside": lambda visible, mines: minesweep.reveal_batch(
        visible[None], [(0, 9)], mines=mines[None], workers=2
    ),
    "list": lambda visible, mines: minesweep.reveal_batch([visible], [(0, 0)], mines=[mines]),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_no_buffer_is_kept(call: Any) -> None:
    """Of neither array, whatever comes of the call."""
    seen, mined = bytearray(b"\xff" * 12), bytearray(12)
    visible = np.frombuffer(seen, np.int8).reshape(3, 4)
    mines = np.frombuffer(mined, bool).reshape(3, 4)
    outcome(call, visible, mines)
    del visible, mines
    seen.append(0)
    mined.append(0)


def test_memoryviews_without_numpy() -> None:
    seen, mined = bytearray(b"\xff" * 6), bytearray(6)
    mined[2] = 1
    for format in "B?":
        visible = memoryview(seen).cast("b", (2, 3))
        assert minesweep.reveal(visible, 0, 0, mines=memoryview(mined).cast(format, (2, 3))) == 4
        assert seen == b"\x00\x01\xff\x00\x01\xff"
        seen[:] = b"\xff" * 6


# ---- many clicks ----


def random_pair(number: int, rows: int, cols: int) -> tuple[Any, Any]:
    lots = np.random.default_rng(number)
    mines = lots.random((number, rows, cols)) < 0.15
    visible = np.full(mines.shape, -1, np.int8)
    visible[lots.random(mines.shape) < 0.02] = -2
    return visible, mines


@pytest.mark.parametrize("connectivity", [8, 4])
def test_a_sequence_is_as_one_click_after_another(pair: Pairs, connectivity: int) -> None:
    rows = boards.scattered(20, 70, 120, 4)
    rows[10] = rows[10].replace("E", "F", 3)
    clicks = np.random.default_rng(1).integers((20, 70), size=(200, 2))
    visible, mines = pair.make(rows)
    expected, expected_mines = pair.make(rows)
    counts = minesweep.reveal_sequence(visible, clicks, mines=mines, connectivity=connectivity)
    assert counts.tolist() == [
        minesweep.reveal(expected, *click, mines=expected_mines, connectivity=connectivity)
        for click in clicks.tolist()
    ]
    assert np.array_equal(visible, expected)
    assert counts.dtype == np.int64


@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize("dtype", [bool, np.uint8])
@pytest.mark.parametrize("step", [1, -1, 2])
def test_a_batch_is_as_a_click_on_each(workers: int, dtype: Any, step: int) -> None:
    visible, mines = random_pair(300, 9, 70)
    visible, mines = visible[::step], mines[::step].astype(dtype)
    clicks = np.random.default_rng(2).integers((9, 70), size=(len(visible), 2))
    expected = visible.copy()
    counts = minesweep.reveal_batch(visible, clicks, mines=mines, workers=workers)
    assert counts.tolist() == [
        minesweep.reveal(board, *click, mines=mine)
        for board, click, mine in zip(expected, clicks.tolist(), mines, strict=True)
    ]
    assert np.array_equal(visible, expected)


def test_stacks_of_any_strides() -> None:
    visible, mines = random_pair(20, 12, 13)
    clicks = np.random.default_rng(2).integers((12, 13), size=(20, 2))
    expected = visible.copy()
    counts = minesweep.reveal_batch(expected, clicks, mines=mines)
    for seen, mined in (
        (np.asfortranarray(visible), mines),
        (visible.copy(), np.asfortranarray(mines)),
        (visible[:, ::-1].copy()[:, ::-1], mines[::-1].copy()[::-1]),
        (np.repeat(visible, 2, axis=2)[:, :, ::2], np.repeat(mines, 3, axis=1)[:, ::3]),
    ):
        assert np.array_equal(minesweep.reveal_batch(seen, clicks, mines=mined), counts)
        assert np.array_equal(seen, expected)


def test_the_same_mines_for_all_boards() -> None:
    mines = np.random.default_rng(5).random((9, 9)) < 0.15
    visible = np.full((81, 9, 9), -1, np.int8)
    every = np.argwhere(np.ones((9, 9), bool))
    counts = minesweep.reveal_batch(visible, every, mines=np.broadcast_to(mines, visible.shape))
    for number, (row, col) in enumerate(every.tolist()):
        board = np.full((9, 9), -1, np.int8)
        assert minesweep.reveal(board, row, col, mines=mines) == counts[number]
        assert np.array_equal(board, visible[number])


def test_a_list_of_boards_of_any_sizes() -> None:
    sizes = [(3, 4), (70, 3), (1, 90)]
    visible = [np.full(size, -1, np.int8) for size in sizes]
    mines = [np.zeros(size, dtype) for size, dtype in zip(sizes, [bool, "u1", bool], strict=True)]
    counts = minesweep.reveal_batch(visible, [(0, 0)] * 3, mines=mines)
    assert counts.tolist() == [12, 210, 90]
    assert all((board == 0).all() for board in visible)
    stack = [np.full((2, 2), -1, np.int8) for _ in range(3)]
    assert minesweep.reveal_batch(stack, [(0, 0)] * 3, mines=np.zeros((3, 2, 2), bool)).sum() == 12


def test_the_click_that_meets_a_bad_value_is_named() -> None:
    visible, mines = pair_of(3, 4)
    visible[2, 3] = 50
    with pytest.raises(ValueError, match=r"^click number 0: square \(2, 3\).* not 50$"):
        minesweep.reveal_sequence(visible, [(2, 2), (0, 0), (2, 3)], mines=mines)
    stack, mined = np.full((4, 3, 4), -1, np.int8), np.zeros((4, 3, 4), bool)
    stack[2, 2, 3] = 50
    for workers in 1, 2:
        boards = stack.copy()
        words = r"^click number 2 on board number 2: square \(2, 3\).* not 50$"
        with pytest.raises(ValueError, match=words):
            minesweep.reveal_batch(boards, [(0, 0)] * 4, mines=mined, workers=workers)
        assert (boards[:2] == 0).all()
        assert np.array_equal(boards[2], stack[2])


@pytest.mark.parametrize(
    ("mines", "error", "words"),
    [
        (np.zeros((2, 3, 4), bool), ValueError, "the same shape"),
        (np.zeros((3, 4), bool), ValueError, "the same shape"),
        (np.zeros((3, 3, 4), np.int8), TypeError, "mines must be an array of dtype bool or uint8"),
        ([np.zeros((3, 4), bool)] * 3, TypeError, "mines must be an array of dtype bool or uint8"),
    ],
)
def test_mines_of_a_stack_that_are_refused(mines: Any, error: Any, words: str) -> None:
    visible = np.full((3, 3, 4), -1, np.int8)
    for workers in 1, 2:
        with pytest.raises(error, match=words):
            minesweep.reveal_batch(visible, [(0, 0)] * 3, mines=mines, workers=workers)
    assert (visible == -1).all()


@pytest.mark.parametrize(
    ("mines", "error", "words"),
    [
        (
            [np.zeros((3, 4), bool)] * 2,
            ValueError,
            "each board.*2 boards and mines for 1",
        ),
        ([], ValueError, "mines for each board"),
        (7, TypeError, "mines must be an array of dtype bool or uint8, not of type int"),
        ([np.zeros((3, 5), bool)], ValueError, "board number 0: .*the same shape"),
        ([np.zeros((3, 4))], TypeError, "board number 0: mines must be an array of dtype bool"),
    ],
)
def test_mines_of_a_list_that_are_refused(mines: Any, error: Any, words: str) -> None:
    visible = [np.full((3, 4), -1, np.int8) for _ in range(2 if "2 boards" in words else 1)]
    mines = mines[:1] if "2 boards" in words else mines
    with pytest.raises(error, match=words):
        minesweep.reveal_batch(visible, [(0, 0)] * len(visible), mines=mines)
    assert all((board == -1).all() for board in visible)


def test_letters_and_pairs_are_not_mixed_up() -> None:
    """Without mines the same array is one of letters."""
    visible, _ = pair_of(2, 3)
    with pytest.raises(ValueError, match="must be M, E, B"):
        minesweep.reveal(visible, 0, 0)
    assert visible_rows(["EM"]) == ["\xff\xff"]
