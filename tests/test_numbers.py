"""Numbers: each set of mines around a square, and where the core may go from word to word."""

from itertools import chain, combinations, product
from types import ModuleType

import pytest
from boards import empty, symmetries
from forms import LISTS, Form
from outcomes import Click, assert_as_reference, with_squares

import minesweep

EDGES = [(-1, 0), (0, -1), (0, 1), (1, 0)]
AROUND = [*EDGES, (-1, -1), (-1, 1), (1, -1), (1, 1)]
# The last and the first columns or rows of words of 64 and of parts of 62 that begin at 0, at 1
# or at the click.
BORDERS = [29, 30, 31, 32, 33, *range(59, 67), *range(121, 131)]
ALL_SETS = list(chain.from_iterable(combinations(AROUND, count) for count in range(9)))


@pytest.mark.parametrize("letter", "MX")
def test_each_set_of_mines_around_a_square(impl: ModuleType, letter: str) -> None:
    """The sum is known without the reference. What is around is revealed, or a mine."""
    for mines, connectivity in product(ALL_SETS, (8, 4)):
        rows = with_squares(["222", "2E2", "222"], [(1 + r, 1 + c) for r, c in mines], letter)
        board = LISTS.make(rows)
        assert impl.reveal(board, 1, 1, connectivity=connectivity) == 1
        number = len(mines) if connectivity == 8 else len(set(mines) & set(EDGES))
        assert board[1][1] == (str(number) if number else "B")
        assert LISTS.read(board) == with_squares(rows, [(1, 1)], board[1][1])


@pytest.mark.parametrize("connectivity", [8, 4])
def test_each_set_of_mines_in_memory_of_each_kind(kind: Form, connectivity: int) -> None:
    """At the corners and edges of the board, too."""
    for mines, (row, col) in product(ALL_SETS[::3], product(range(3), repeat=2)):
        places = {(row + r, col + c) for r, c in mines} & set(product(range(3), repeat=2))
        rows = with_squares(["2B1", "8EB", "4X3"], [(row, col)], "E")
        assert_as_reference(
            kind, with_squares(rows, places, "M" if row else "X"), (row, col), connectivity
        )


@pytest.mark.parametrize("letter", "MX")
def test_eight_mines_around_a_square(form: Form, letter: str) -> None:
    for row, col in product([0, 1, 2], [*BORDERS, 130]):
        rows = with_squares([letter * 132] * 4, [(row, col)], "E")
        assert_as_reference(form, rows, (row, col))
        assert_as_reference(form, rows, (row, col), 4)


# Around a square beside which an opening has a blank one there can be: a mine anywhere, three in a
# row on one side, and five around a corner.
BESIDE_A_BLANK: list[list[Click]] = [
    *([step] for step in AROUND),
    *([step for step in AROUND if step[0] == side] for side in (-1, 1)),
    *([step for step in AROUND if step[1] == side] for side in (-1, 1)),
    *(
        [step for step in AROUND if step[0] == down or step[1] == right]
        for down, right in product((-1, 1), repeat=2)
    ),
    [(-1, -1), (1, 1)],
    [(-1, 1), (1, 1), (0, 1)],
]


def numbered_squares_in_column(col: int) -> list[str]:
    """A strip of 13 columns with this one in its middle, and the mines around squares of it."""
    line = "2" * (col - 6) + "E" * 13 + "2" * 5
    mines = [
        (6 * number + 3 + down, col + right)
        for number, steps in enumerate(BESIDE_A_BLANK)
        for down, right in steps
    ]
    return with_squares([line] * 6 * len(BESIDE_A_BLANK), mines, "M")


@pytest.mark.parametrize("connectivity", [8, 4])
@pytest.mark.parametrize("col", BORDERS)
def test_numbers_of_an_opening(kind: Form, col: int, connectivity: int) -> None:
    """At the borders of columns and, turned, at those of rows."""
    strip = numbered_squares_in_column(col)
    for rows, places in [*symmetries(strip, (0, col), (len(strip) - 1, col + 6))][:5:2]:
        for click in places:
            assert_as_reference(kind, rows, click, connectivity)


def test_these_numbers_are_of_all_kinds() -> None:
    board = LISTS.make(numbered_squares_in_column(62))
    assert minesweep.reference.reveal(board, 0, 62) > 1000
    numbers = [board[6 * number + 3][62] for number in range(len(BESIDE_A_BLANK))]
    assert numbers == [str(len(steps)) for steps in BESIDE_A_BLANK]


@pytest.mark.parametrize("connectivity", [8, 4])
def test_one_mine_in_an_open_board(kind: Form, connectivity: int) -> None:
    """In each place around a corner of four words or parts."""
    for row, col in product([30, 31, 62, 63], [31, 32, 61, 62, 63, 64]):
        rows = with_squares(empty(67, 68), [(row, col)], "M")
        board = kind.make(rows)
        assert minesweep.reveal(board, 5, 5, connectivity=connectivity) == 67 * 68 - 1
        around = [(row + r, col + c) for r, c in (AROUND if connectivity == 8 else EDGES)]
        after = with_squares(with_squares(["B" * 68] * 67, around, "1"), [(row, col)], "M")
        assert kind.read(board) == after
