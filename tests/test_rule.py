"""The rule, on boards with known answers: for both implementations, and for every form of board."""

import itertools
import random
from types import ModuleType

import boards
import pytest
from cases import CLICKS, Click
from forms import LISTS, LISTS_OF_SQUARES, Form

import minesweep


def name_of(case: Click) -> str:
    return f"{case.id} {len(case.board)}x{len(case.board[0])} {case.note}".strip()


@pytest.fixture(params=CLICKS, ids=name_of)
def case(request: pytest.FixtureRequest) -> Click:
    return request.param


def test_a_click_opens_what_it_should(impl: ModuleType, case: Click) -> None:
    board = [list(row) for row in case.board]
    assert impl.reveal(board, *case.click) == case.opened
    assert ["".join(row) for row in board] == case.expected


def test_rows_and_squares_that_are_not_opened_keep_their_identity(
    impl: ModuleType, case: Click
) -> None:
    board = LISTS_OF_SQUARES.make(case.board)
    rows, squares = list(board), [list(row) for row in board]
    impl.reveal(board, *case.click)
    assert all(row is before for row, before in zip(board, rows, strict=True))
    changed = sum(
        square is not before
        for row, row_before in zip(board, squares, strict=True)
        for square, before in zip(row, row_before, strict=True)
    )
    assert changed == case.opened
    assert LISTS_OF_SQUARES.read(board) == case.expected


def test_update_board_returns_the_very_board(impl: ModuleType, case: Click) -> None:
    for update_board in impl.updateBoard, impl.Solution().updateBoard:
        board = [list(row) for row in case.board]
        assert update_board(board, case.click) is board
        assert ["".join(row) for row in board] == case.expected


def test_every_form_of_board(form: Form) -> None:
    for case in CLICKS:
        board = form.make(case.board)
        assert (case.id, minesweep.reveal(board, *case.click)) == (case.id, case.opened)
        assert (case.id, form.read(board)) == (case.id, case.expected)


def test_every_form_of_board_is_checked(form: Form) -> None:
    for case in CLICKS:
        minesweep.check_board(form.make(case.expected))


def test_every_form_of_board_is_returned_itself(form: Form) -> None:
    board = form.make(["EEM", "EEE"])
    assert minesweep.updateBoard(board, (0, 0)) is board
    assert form.read(board) == ["B1M", "B1E"]


@pytest.mark.parametrize("letter", "B12345678X")
def test_a_click_on_a_revealed_square_changes_nothing(impl: ModuleType, letter: str) -> None:
    board = [list("EEE"), ["E", letter, "E"], list("EEE")]
    assert impl.reveal(board, 1, 1) == 0
    assert board == [list("EEE"), ["E", letter, "E"], list("EEE")]


def test_a_board_with_nothing_left_to_reveal_is_no_error(impl: ModuleType) -> None:
    board = [list("1X")]
    assert [impl.reveal(board, 0, col) for col in (0, 1)] == [0, 0]
    assert board == [list("1X")]


@pytest.mark.parametrize("letter", "MX")
@pytest.mark.parametrize(
    ("connectivity", "numbers"),
    [(8, ["111", "1*1", "111"]), (4, ["B1B", "1*1", "B1B"])],
)
def test_which_squares_count_a_mine(
    impl: ModuleType, letter: str, connectivity: int, numbers: list[str]
) -> None:
    """A mine in the middle of a board of 3 x 3, seen from each square around it."""
    for row, col in ((row, col) for row in range(3) for col in range(3) if (row, col) != (1, 1)):
        board = [list("222"), ["2", letter, "2"], list("222")]
        board[row][col] = "E"
        assert impl.reveal(board, row, col, connectivity=connectivity) == 1
        assert board[row][col] == numbers[row][col]
        assert board[1][1] == letter


def test_edge_neighbours_alone_spread_with_connectivity_4(impl: ModuleType) -> None:
    diagonal = [list("EBE"), list("BEB"), list("EBE")]
    assert impl.reveal(diagonal, 1, 1, connectivity=4) == 1
    assert diagonal == [list("EBE"), list("BBB"), list("EBE")]
    assert impl.reveal(diagonal, 0, 0, connectivity=8) == 1
    across = [list("EBE"), list("BEB"), list("EBE")]
    assert impl.reveal(across, 1, 1, connectivity=8) == 5
    assert across == [list("BBB"), list("BBB"), list("BBB")]


def test_corners_neither_count_nor_spread_with_connectivity_4(impl: ModuleType) -> None:
    board = [list("EEM"), list("MEE"), list("EEE")]
    assert impl.reveal(board, 2, 2, connectivity=4) == 5
    assert board == [list("EEM"), list("M11"), list("1BB")]


class Two:
    def __index__(self) -> int:
        return 2


@pytest.mark.parametrize(
    ("index", "col"), [(True, 1), (False, 0), (Two(), 2)], ids=["True", "False", "__index__"]
)
def test_any_integer_is_an_index(impl: ModuleType, index: object, col: int) -> None:
    board = [list("MMM")]
    assert impl.reveal(board, 0, index) == 1
    assert "".join(board[0]) == "".join("X" if at == col else "M" for at in range(3))


def test_numpy_integers_are_indices(impl: ModuleType) -> None:
    numpy = pytest.importorskip("numpy")
    for kind in numpy.int8, numpy.uint8, numpy.int64, numpy.uint64:
        board = [list("MMM")]
        assert impl.reveal(board, kind(0), kind(2)) == 1
        assert board == [list("MMX")]


def test_any_pair_is_a_click(impl: ModuleType) -> None:
    for click in [0, 1], (0, 1), range(2), iter([0, 1]), {0: "row", 1: "column"}:
        board = [list("MM")]
        assert impl.updateBoard(board, click) == [list("MX")]


def test_an_opening_over_many_rows(impl: ModuleType) -> None:
    """More rows and columns than working memory begins with."""
    board = LISTS.make(boards.empty(300, 160))
    assert impl.reveal(board, 150, 80) == 48_000
    assert LISTS.read(board) == ["B" * 160] * 300


@pytest.mark.parametrize("connectivity", [8, 4])
def test_openings_that_end_where_a_tile_does(connectivity: int) -> None:
    """The core begins with some 30 rows and columns on each side of the click, and looks no further
    if the opening ends there: whether it does can hang on the squares just outside.
    """
    lots = random.Random(connectivity)
    for _ in range(400):
        rows = [["E"] * 140 for _ in range(4)]
        for row, edge in itertools.product(rows, (38, 39, 101, 102)):
            row[edge - 3 : edge + 3] = lots.choices("EEEMB1", k=6)
        for board in rows, [list(col) for col in zip(*rows, strict=True)]:
            expected = [list(line) for line in board]
            click = (len(board) // 2, len(board[0]) // 2)
            opened = minesweep.reference.reveal(expected, *click, connectivity=connectivity)
            assert minesweep.reveal(board, *click, connectivity=connectivity) == opened
            assert board == expected


def test_a_bad_square_of_a_tall_board_is_named(impl: ModuleType) -> None:
    """The core floods narrow boards on their side."""
    board = LISTS.make([*boards.empty(150, 3), "EFE", *boards.empty(49, 3)])
    with pytest.raises(ValueError, match=r"square \(150, 1\)"):
        impl.reveal(board, 0, 0)
    assert LISTS.read(board)[150] == "EFE"
