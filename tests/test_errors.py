"""What is refused, what its message names, and that the board is exactly as it was after it."""

import builtins
import struct
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from itertools import chain, product
from types import ModuleType
from typing import Any

import pytest
from cases import REFUSED, Refused
from exporter import Exporter
from forms import BYTES_FORMS, CHARACTER_FORMS, FORMS, LISTS, Arrays, Form, cast

import minesweep

ROWS = ["EEEE", "EEMX", "E1BE"]
HUGE = 10**5000
OUTSIDE = [
    (-1, 0),
    (0, -1),
    (-3, -4),
    (3, 0),
    (0, 4),
    (2**31, 0),
    (0, 2**32),
    (2**32 + 1, 1),
    (2**63 - 1, 2**63 - 1),
    (2**63, 0),
    (0, 2**64),
    (-(2**63), 0),
    (-(2**63) - 1, -(2**64)),
    (HUGE, 0),
    (0, -HUGE),
]
NO_INTEGERS = [1.0, "0", None, b"0", [0], (0,), 1j, Decimal(1), object()]


def type_name(value: object) -> str:
    return type(value).__name__


@contextmanager
def refused(error: type[Exception], *names: str, board: Any) -> Iterator[None]:
    """What is done raises this very kind of error, naming these, and leaves the board alone."""
    before = contents(board)
    with pytest.raises(error) as caught:
        yield
    assert caught.type is error
    missing = [name for name in names if name not in str(caught.value)]
    assert not missing, str(caught.value)
    assert contents(board) == before


def contents(board: Any) -> object:
    """A list's rows and squares by identity, a buffer by its bytes."""
    if isinstance(board, list):
        squares = chain.from_iterable(row for row in board if isinstance(row, list))
        return [id(item) for item in chain(board, squares)]
    return memoryview(board).tobytes() if is_buffer(board) else repr(board)


def is_buffer(board: Any) -> bool:
    try:
        memoryview(board)
    except (TypeError, ValueError):
        return False
    return True


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case.id)
def test_known_cases(impl: ModuleType, case: Refused) -> None:
    for update_board in impl.updateBoard, impl.Solution().updateBoard:
        with refused(getattr(builtins, case.error), *case.names, board=case.board):
            update_board(case.board, case.click)


# ---- the click ----


def test_a_click_outside_of_a_list_of_lists(impl: ModuleType) -> None:
    board = LISTS.make(ROWS)
    for row, col in OUTSIDE:
        with refused(IndexError, "3 rows", "4 columns", *shown(row, col), board=board):
            impl.reveal(board, row, col)


def test_a_click_outside_of_every_form_of_board(form: Form) -> None:
    board = form.make(ROWS)
    for row, col in OUTSIDE:
        with refused(IndexError, "3 rows", "4 columns", *shown(row, col), board=board):
            minesweep.reveal(board, row, col)


def shown(row: int, col: int) -> list[str]:
    """How a message names a click: huge numbers, which Python refuses to print, by their size."""
    return [
        str(index) if abs(index) < HUGE else f"an integer of {HUGE.bit_length()} bits"
        for index in (row, col)
    ]


class Index:
    """An integer of another type, which says once what it is, and then something else."""

    def __init__(self, value: int) -> None:
        self._values = [0, value]

    def __index__(self) -> int:
        return self._values.pop()


class Integer(int):
    def __str__(self) -> str:
        raise AssertionError("code of the caller's runs for a message")

    __repr__ = __int__ = __str__  # type: ignore[assignment]


@pytest.mark.parametrize("kind", [int, Integer, Index])
def test_the_message_names_the_number_that_was_clicked(impl: ModuleType, kind: type) -> None:
    board = LISTS.make(ROWS)
    for row, col in OUTSIDE:
        names = "click ({}, {}) is outside".format(*shown(row, col))
        with refused(IndexError, names, board=board):
            impl.reveal(board, kind(row), kind(col))
        with refused(IndexError, names, board=board):
            impl.updateBoard(board, iter([kind(row), kind(col)]))


@pytest.mark.parametrize("dtype", ["u8", "i8", "u4", "i1", "u1"])
def test_the_message_names_numpy_s_numbers(impl: ModuleType, dtype: str) -> None:
    numpy = pytest.importorskip("numpy")
    board = LISTS.make(ROWS)
    limits = numpy.iinfo(dtype)
    for limit in {limits.max, limits.min} - {0}:
        with refused(IndexError, f"click ({limit}, 1) is outside", board=board):
            impl.reveal(board, numpy.array(limit, dtype)[()], 1)
        with refused(IndexError, f"click (1, {limit}) is outside", board=board):
            impl.updateBoard(board, numpy.array([1, limit], dtype))


@pytest.mark.parametrize("index", NO_INTEGERS, ids=type_name)
def test_what_is_no_integer_is_no_index(impl: ModuleType, index: object) -> None:
    board = LISTS.make(ROWS)
    kind = type_name(index)
    with refused(TypeError, "row", "integer", kind, board=board):
        impl.reveal(board, index, 0)
    with refused(TypeError, "column", "integer", kind, board=board):
        impl.reveal(board, 0, index)
    with refused(TypeError, "column", "integer", kind, board=board):
        impl.updateBoard(board, [0, index])


def test_numpy_floats_are_no_indices(impl: ModuleType) -> None:
    numpy = pytest.importorskip("numpy")
    board = LISTS.make(ROWS)
    with refused(TypeError, "row", "integer", "float64", board=board):
        impl.reveal(board, numpy.float64(1), 0)


@pytest.mark.parametrize(
    ("click", "count"), [([], "0"), ([0], "1"), ((0, 0, 0), "3"), ("000", "3"), ({1: 1}, "1")]
)
def test_a_click_has_exactly_two_numbers(impl: ModuleType, click: Any, count: str) -> None:
    board = LISTS.make(ROWS)
    for update_board in impl.updateBoard, impl.Solution().updateBoard:
        with refused(ValueError, "exactly two numbers", count, board=board):
            update_board(board, click)


@pytest.mark.parametrize("click", [5, None, 1.5, object(), int], ids=type_name)
def test_what_cannot_be_taken_apart_is_no_click(impl: ModuleType, click: Any) -> None:
    board = LISTS.make(ROWS)
    for update_board in impl.updateBoard, impl.Solution().updateBoard:
        with refused(TypeError, "exactly two numbers", type_name(click), board=board):
            update_board(board, click)


def test_an_iterator_of_another_number_of_numbers(impl: ModuleType) -> None:
    board = LISTS.make(ROWS)
    with refused(ValueError, "exactly two numbers", "list_iterator", board=board):
        impl.updateBoard(board, iter([0]))


@pytest.mark.parametrize("connectivity", [0, 1, 5, 6, -8, 2**70, None, "8", True, 8.5], ids=repr)
def test_connectivity_is_4_or_8(impl: ModuleType, connectivity: object) -> None:
    board = LISTS.make(ROWS)
    with refused(ValueError, "4 or 8", repr(connectivity), board=board):
        impl.reveal(board, 0, 0, connectivity=connectivity)


def test_what_is_judged_first(impl: ModuleType) -> None:
    """Row, column, connectivity, the board, the click's place, and last the squares."""
    good = {"board": [["E"]], "row": 0, "col": 0, "connectivity": 8}
    faults: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"row": "0"}, TypeError, "row of the click"),
        ({"col": "0"}, TypeError, "column of the click"),
        ({"connectivity": 5}, ValueError, "connectivity"),
        ({"board": None}, TypeError, "board must not be of type NoneType"),
        ({"board": []}, ValueError, "board must have at least one row"),
        ({"board": [[]]}, ValueError, "board must have at least one column"),
        ({"row": 1}, IndexError, "click (1, 0) is outside"),
        ({"board": [["F"]]}, ValueError, "square (0, 0)"),
    ]
    for number, (fault, error, name) in enumerate(faults):
        for others in range(number, len(faults)):
            wrong = faults[others][0]
            if {"board", "row", "col"} & set(fault) & set(wrong) and others != number:
                continue
            with pytest.raises(error) as caught:
                impl.reveal(**(good | wrong | fault))
            assert str(caught.value).startswith(name), (fault, wrong)


# ---- the board ----


def reveals_and_checks(impl: ModuleType) -> list[Callable[[Any], Any]]:
    """All that takes a board, with a click on its first square."""
    return [
        lambda board: impl.reveal(board, 0, 0),
        lambda board: impl.updateBoard(board, [0, 0]),
        lambda board: impl.Solution().updateBoard(board, [0, 0]),
        impl.check_board,
    ]


@pytest.mark.parametrize(
    ("board", "what"),
    [([], "row"), ([[]], "column"), ([[], []], "column"), ([[], ["E"]], "column")],
)
def test_a_list_without_squares(impl: ModuleType, board: list[list[str]], what: str) -> None:
    for take in reveals_and_checks(impl):
        with refused(ValueError, f"at least one {what}", board=board):
            take(board)


@pytest.mark.parametrize("dtype", ["uint8", "S1", "U1"])
@pytest.mark.parametrize(
    ("shape", "what"), [((0, 3), "row"), ((0, 0), "row"), ((3, 0), "column")], ids=repr
)
def test_an_array_without_squares(dtype: str, shape: tuple[int, int], what: str) -> None:
    board = pytest.importorskip("numpy").zeros(shape, dtype)
    for take in reveals_and_checks(minesweep):
        with refused(ValueError, f"at least one {what}", board=board):
            take(board)


@pytest.mark.parametrize(
    ("rows", "row", "length"),
    [
        (["EEE", "EE"], 1, "2 squares"),
        (["EEE", "EEE", "EEEE"], 2, "4 squares"),
        (["EEE", "", "EE"], 1, "0 squares"),
        (["EEE", "E", "EE"], 1, "1 square,"),
        (["EEE", "EEEEEEEEE", "EEE", "EE"], 1, "9 squares"),
    ],
)
def test_rows_of_different_lengths(
    impl: ModuleType, rows: list[str], row: int, length: str
) -> None:
    board = LISTS.make(rows)
    for take in reveals_and_checks(impl):
        with refused(ValueError, f"row {row} has {length}", "row 0 has 3", board=board):
            take(board)


@pytest.mark.parametrize("row", [("E", "E"), "EE", None, 5, b"EE", {"E": "E"}], ids=type_name)
def test_rows_that_are_no_lists(impl: ModuleType, row: object) -> None:
    kind = type_name(row)
    for at, board in enumerate([[row, ["E", "E"]], [["E", "E"], row]]):
        for take in reveals_and_checks(impl):
            with refused(TypeError, f"row {at}", kind, "list of lists", board=board):
                take(board)


@pytest.mark.parametrize(
    "board",
    ["EE", None, (["E"], ["E"]), 5, {0: ["E"]}, iter([["E"]]), object()],
    ids=type_name,
)
def test_what_is_no_board(impl: ModuleType, board: object) -> None:
    for take in reveals_and_checks(impl):
        with refused(TypeError, "board", type_name(board), "list of lists", board=board):
            take(board)


@pytest.mark.parametrize(
    "board",
    [
        b"EEEE",
        bytearray(b"EEEE"),
        memoryview(bytearray(b"EEEE")),
        memoryview(bytearray(b"EEEE")).cast("B", (1, 2, 2)),
        memoryview(bytearray(b"E")).cast("B", ()),
    ],
    ids=["bytes", "bytearray", "1-D memoryview", "3-D memoryview", "0-D memoryview"],
)
def test_a_buffer_that_has_not_two_dimensions(board: Any) -> None:
    ndim = memoryview(board).ndim
    for take in reveals_and_checks(minesweep):
        with refused(TypeError, f"2 dimensions, not {ndim}", "list of lists", board=board):
            take(board)


@pytest.mark.parametrize("format", "HhIiLlQqfdNnP?")
def test_a_memoryview_of_other_items(format: str) -> None:
    size = struct.calcsize(format)
    board = memoryview(bytearray(4 * size)).cast("B").cast(format, (2, 2))
    for take in reveals_and_checks(minesweep):
        with refused(TypeError, "items", repr(format), "list of lists", board=board):
            take(board)


@pytest.mark.parametrize(
    "dtype", ["O", "i2", "u4", "i8", "f8", "c16", "S2", "U2", ">U2", ">f4", "V1", "?", "M8[s]"]
)
def test_an_array_of_other_items(dtype: str) -> None:
    """No conversion: what a user does not see would not be changed either."""
    board = pytest.importorskip("numpy").zeros((2, 2), dtype)
    for take in reveals_and_checks(minesweep):
        with refused(TypeError, "board", "list of lists", board=board):
            take(board)


@pytest.mark.parametrize("shape", [(2, 3), (1, 2, 3)], ids=["board", "stack"])
def test_characters_in_the_other_byte_order(shape: tuple[int, ...]) -> None:
    """Of dtype U1, as the general message asks for: so what is wrong is said, and what helps."""
    numpy = pytest.importorskip("numpy")
    native = numpy.full(shape, "E")
    board = native.astype(native.dtype.newbyteorder())
    takes = reveals_and_checks(minesweep)
    if len(shape) == 3:
        takes = [lambda stack: minesweep.reveal_batch(stack, [(0, 0)], workers=2)]
    else:
        takes += [
            lambda board: minesweep.reveal_sequence(board, [(0, 0)]),
            lambda board: minesweep.reveal_batch([board], [(0, 0)]),
        ]
    for take in takes:
        with refused(TypeError, "native byte order", "w'", "astype('U1')", board=board):
            take(board)
        take(board.astype("U1"))


def test_another_exporter_s_characters_in_the_other_byte_order() -> None:
    for prefix in (">", "!") if sys.byteorder == "little" else ("<",):
        memory = bytearray("EE".encode("utf-32-le"))
        board = Exporter(memory, (1, 2), length=8, itemsize=4, format=f"{prefix}w".encode())
        with pytest.raises(TypeError, match=f"native byte order, .*'{prefix}w'"):
            minesweep.reveal(board, 0, 0)


def test_a_read_only_buffer() -> None:
    board = cast(b"EEEE", "B", 2)
    with refused(ValueError, "writable", board=board):
        minesweep.reveal(board, 0, 0)
    minesweep.check_board(board)


@pytest.mark.parametrize(
    "layout", [form for form in FORMS if isinstance(form, Arrays)], ids=lambda form: form.name
)
def test_a_read_only_array(layout: Form) -> None:
    pytest.importorskip("numpy")
    board = layout.make(ROWS)
    board.flags.writeable = False
    with refused(ValueError, "writable", board=board):
        minesweep.reveal(board, 0, 0)
    minesweep.check_board(board)


def test_a_released_memoryview() -> None:
    board = cast(bytearray(b"EEEE"), "B", 2)
    board.release()
    for take in reveals_and_checks(minesweep):
        with pytest.raises((TypeError, ValueError), match="released"):
            take(board)


# ---- the squares ----


LETTERS = "MEB12345678X"
BAD_LETTERS = ["F", "0", "9", "m", "e", ".", " ", "?", "\x7f", "\xc5", "\xff"]
# Their code points end in the byte of a letter, or lie beyond what one or two bytes can hold.
WIDE_LETTERS = ["\u014d", "\u0145", "\u3045", "\ud84d", "\U0001f4a3", "\U0010ff45"]
# On the clicked square, beside it, in a corner, on both sides of a word's end.
PLACES = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 3), (4, 63), (2, 64), (0, 69), (4, 69)]


@pytest.mark.parametrize(
    "letter",
    # Also parts of what lists the letters, which are no letters.
    BAD_LETTERS + WIDE_LETTERS + ["", "EE", "EB", "ME", "12", "8X", "E\0", "mine", LETTERS],
    ids=ascii,
)
def test_a_bad_letter_in_a_list_of_lists(impl: ModuleType, letter: str) -> None:
    for row, col in PLACES:
        board = LISTS.make(["E" * 70] * 5)
        board[row][col] = letter
        for take in reveals_and_checks(impl):
            with refused(ValueError, f"({row}, {col})", repr(letter), board=board):
                take(board)


def test_a_bad_letter_in_every_form_of_board(form: Form) -> None:
    letters = BAD_LETTERS + (WIDE_LETTERS if form in CHARACTER_FORMS else [])
    for (row, col), letter in product(PLACES, letters):
        board = form.make(with_square(["E" * 70] * 5, row, col, letter))
        shown = repr(letter.encode("latin-1")) if form in BYTES_FORMS else repr(letter)
        for take in reveals_and_checks(minesweep):
            with refused(ValueError, f"({row}, {col})", shown, board=board):
                take(board)


def with_square(rows: list[str], row: int, col: int, letter: str) -> list[str]:
    line = rows[row][:col] + letter + rows[row][col + 1 :]
    return [*rows[:row], line, *rows[row + 1 :]]


def test_twelve_characters_are_letters(impl: ModuleType) -> None:
    assert [chr(code) for code in range(0x3000) if is_board(impl, [[chr(code)]])] == sorted(LETTERS)


def test_twelve_bytes_are_letters() -> None:
    boards = [cast(bytearray([code]), "B", 1) for code in range(256)]
    assert [chr(board[0, 0]) for board in boards if is_board(minesweep, board)] == sorted(LETTERS)


def is_board(impl: ModuleType, board: Any) -> bool:
    try:
        impl.check_board(board)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("code", [0, 0x110000, 0x4D000000, 0xFFFFFFFF], ids=hex)
def test_characters_that_are_none(code: int) -> None:
    """The empty string of NumPy, and numbers that are no code points."""
    numpy = pytest.importorskip("numpy")
    board = numpy.array([[ord("E")] * 3] * 2, numpy.uint32)
    board[1, 1] = code
    for take in reveals_and_checks(minesweep):
        with refused(ValueError, "(1, 1)", str(code) if code else "''", board=board):
            take(board.view("U1"))


@pytest.mark.parametrize("square", [None, 1, 1.0, b"E", bytearray(b"E"), ["E"], ord], ids=type_name)
def test_a_square_that_is_not_text(impl: ModuleType, square: object) -> None:
    for row, col in PLACES:
        board = LISTS.make(["E" * 70] * 5)
        board[row][col] = square
        for take in reveals_and_checks(impl):
            with refused(TypeError, f"({row}, {col})", type_name(square), board=board):
                take(board)


def test_the_first_bad_square_in_reading_order_is_named(form: Form) -> None:
    rows = ["E" * 130] * 3
    for row, col in [(2, 0), (1, 129), (1, 64), (0, 128), (0, 3)]:
        rows = with_square(rows, row, col, "F")
        for click in (0, 0), (2, 129):
            board = form.make(rows)
            with refused(ValueError, f"square ({row}, {col})", board=board):
                minesweep.reveal(board, *click)


def test_a_click_reads_no_more_than_it_must(impl: ModuleType) -> None:
    """A mine and a revealed square are read alone, a numbered one with its neighbours."""
    board: list[Any] = [
        ["F", "F", "F", "F", "F"],
        ["F", "M", "E", "B", "F"],
        ["F", "E", "E", "1", "F"],
        [None, "B", "B", "B", None],
        "no list",
    ]
    clicks = (1, 1), (1, 3), (2, 3), (2, 2)
    assert [impl.reveal(board, *click) for click in clicks] == [1, 0, 0, 1]
    assert board[1:3] == [["F", "X", "E", "B", "F"], ["F", "E", "1", "1", "F"]]
    with refused(ValueError, "(0, 0)", "'F'", board=board):
        impl.check_board(board)


@pytest.mark.parametrize("width", [2, 40, 62, 63, 64, 65, 126, 127, 128])
def test_an_opening_reads_no_more_than_its_neighbours(form: Form, width: int) -> None:
    """Revealed squares end the opening, and bad ones follow, in the same word or in the next."""
    board = form.make(["E" * width + "3F"] * 3)
    assert minesweep.reveal(board, 1, 0) == 3 * width
    assert form.read(board) == ["B" * width + "3F"] * 3
    with refused(ValueError, f"(0, {width + 1})", board=board):
        minesweep.check_board(board)
