"""What errors say, from the first letter to the last."""

import re
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from exporter import Exporter
from forms import cast
from outcomes import outcome

import minesweep

# How the messages end that say what to pass instead.
PASS_A_BOARD = (
    ": pass a list of lists of one-character strings, a writable 2-D buffer of one-byte items "
    "(such as a NumPy array of dtype uint8 or S1), or a NumPy array of dtype U1"
)
PASS_BOARDS = (
    ": pass a writable 3-D buffer of one-byte items (such as a NumPy array of dtype uint8 and "
    "shape (boards, rows, columns)), or a list of boards"
)
SQUARE = "square (0, 1) of the board must be M, E, B, 1 to 8 or X, not "
TEXT = (
    "square (0, 1) of the board must be a one-character string, M, E, B, 1 to 8 or X, not of type "
)
OUTSIDE = (
    " is outside the board of 3 rows and 2 columns: row must be from 0 to 2, column from 0 to 1"
)
OUTSIDE_ONE = (
    " is outside the board of 1 row and 1 column: row must be from 0 to 0, column from 0 to 0"
)
PAIR = "a click must have exactly two numbers, row and column, "


def three_rows() -> list[list[str]]:
    return [list("EM"), list("EE"), list("1E")]


class Index:
    def __init__(self, value: int) -> None:
        self._value = value

    def __index__(self) -> int:
        return self._value


Case = tuple[Callable[[ModuleType], object], type[Exception], str]

# What the reference says, too.
OF_LISTS: dict[str, Case] = {
    "below": (lambda impl: impl.reveal(three_rows(), 3, 0), IndexError, f"click (3, 0){OUTSIDE}"),
    "right": (lambda impl: impl.reveal(three_rows(), 0, 2), IndexError, f"click (0, 2){OUTSIDE}"),
    "above": (lambda impl: impl.reveal(three_rows(), -1, 1), IndexError, f"click (-1, 1){OUTSIDE}"),
    "left": (lambda impl: impl.reveal(three_rows(), 2, -2), IndexError, f"click (2, -2){OUTSIDE}"),
    "large": (
        lambda impl: impl.reveal([["E"]], -(2**70), 2**70),
        IndexError,
        f"click (-1180591620717411303424, 1180591620717411303424){OUTSIDE_ONE}",
    ),
    "limits": (
        lambda impl: impl.reveal([["E"]], 2**63, -(2**63)),
        IndexError,
        f"click (9223372036854775808, -9223372036854775808){OUTSIDE_ONE}",
    ),
    "as long as can be shown": (
        lambda impl: impl.reveal([["E"]], -(2**256) + 1, 0),
        IndexError,
        f"click ({1 - 2**256}, 0){OUTSIDE_ONE}",
    ),
    "longer": (
        lambda impl: impl.reveal([["E"]], 0, 2**256),
        IndexError,
        f"click (0, an integer of 257 bits){OUTSIDE_ONE}",
    ),
    "__index__": (
        lambda impl: impl.reveal(three_rows(), Index(-7), Index(5)),
        IndexError,
        f"click (-7, 5){OUTSIDE}",
    ),
    "row": (
        lambda impl: impl.reveal([["E"]], "a", 0),
        TypeError,
        "row of the click must be an integer, not str",
    ),
    "column": (
        lambda impl: impl.reveal([["E"]], 0, 1.5),
        TypeError,
        "column of the click must be an integer, not float",
    ),
    "no pair": (
        lambda impl: impl.updateBoard([["E"]], 5),
        TypeError,
        f"{PAIR}and int cannot be unpacked into two",
    ),
    "no pair for the class": (
        lambda impl: impl.Solution().updateBoard([["E"]], None),
        TypeError,
        f"{PAIR}and NoneType cannot be unpacked into two",
    ),
    "one number": (lambda impl: impl.updateBoard([["E"]], [1]), ValueError, f"{PAIR}not 1"),
    "three numbers": (lambda impl: impl.updateBoard([["E"]], "000"), ValueError, f"{PAIR}not 3"),
    "an iterator of one": (
        lambda impl: impl.updateBoard([["E"]], iter([1])),
        ValueError,
        f"{PAIR}and this list_iterator gives another number of them",
    ),
    "connectivity": (
        lambda impl: impl.reveal([["E"]], 0, 0, connectivity=6),
        ValueError,
        "connectivity must be 4 or 8, not 6",
    ),
    "a letter": (lambda impl: impl.check_board([["E", "F"]]), ValueError, f"{SQUARE}'F'"),
    "a quote": (lambda impl: impl.check_board([["E", "'"]]), ValueError, f'{SQUARE}"\'"'),
    "no letter": (lambda impl: impl.check_board([["E", ""]]), ValueError, f"{SQUARE}''"),
    "two letters": (lambda impl: impl.check_board([["E", "EB"]]), ValueError, f"{SQUARE}'EB'"),
    "a line": (lambda impl: impl.check_board([["E", "\n"]]), ValueError, rf"{SQUARE}'\n'"),
    "no text": (lambda impl: impl.check_board([["E", None]]), TypeError, f"{TEXT}NoneType"),
    "bytes": (lambda impl: impl.check_board([["E", b"E"]]), TypeError, f"{TEXT}bytes"),
    "a shorter row": (
        lambda impl: impl.check_board([list("EE"), ["E"]]),
        ValueError,
        "rows of the board must be equally long: row 1 has 1 square, row 0 has 2",
    ),
    "a longer row": (
        lambda impl: impl.check_board([["E"], ["E"], list("EEE")]),
        ValueError,
        "rows of the board must be equally long: row 2 has 3 squares, row 0 has 1",
    ),
    "an empty row": (
        lambda impl: impl.check_board([["E"], []]),
        ValueError,
        "rows of the board must be equally long: row 1 has 0 squares, row 0 has 1",
    ),
    "no list": (
        lambda impl: impl.check_board([["E", "E"], "EE"]),
        TypeError,
        f"row 1 of the board must be a list, which can be changed in place, not str{PASS_A_BOARD}",
    ),
    "no board": (
        lambda impl: impl.check_board("EE"),
        TypeError,
        f"board must not be of type str{PASS_A_BOARD}",
    ),
    "no rows": (
        lambda impl: impl.check_board([]),
        ValueError,
        "board must have at least one row, and it has none",
    ),
    "no columns": (
        lambda impl: impl.check_board([[]]),
        ValueError,
        "board must have at least one column, and it has none",
    ),
}


@pytest.mark.parametrize(("call", "error", "text"), OF_LISTS.values(), ids=OF_LISTS)
def test_what_errors_say(impl: ModuleType, call: Any, error: type[Exception], text: str) -> None:
    assert outcome(call, impl) == (error, text)


@pytest.mark.parametrize(
    "letter", ["x" * 10**6, "'\"" * 10**6, "\U0001f4a3" * 61], ids=["x", "quotes", "bombs"]
)
def test_long_squares_are_not_shown_whole(impl: ModuleType, letter: str) -> None:
    error, text = outcome(lambda impl: impl.check_board([["E", letter]]), impl)
    assert error is ValueError
    assert text.startswith(SQUARE)
    shown = text.removeprefix(SQUARE)
    assert repr(letter)[:40] == shown[:40]
    assert len(shown) < 100


def test_long_values_are_not_shown_whole(impl: ModuleType) -> None:
    text = outcome(lambda impl: impl.reveal([["E"]], 0, 0, connectivity="x" * 10**6), impl)[1]
    assert text.startswith("connectivity must be 4 or 8, not 'xxxx")
    assert len(text) < 150


def test_huge_indices_are_not_shown_whole(impl: ModuleType) -> None:
    text = outcome(lambda impl: impl.reveal([["E"]], -(10**10**5), 0), impl)[1]
    assert text == f"click (an integer of 332193 bits, 0){OUTSIDE_ONE}"


@pytest.mark.parametrize("value", [2**63, 2**70, -(2**63) - 1, -(2**70)])
def test_the_sign_of_large_numbers_is_shown(value: int) -> None:
    """By an object with `__index__`, too, and in sequences."""
    sign = "-" if value < 0 else ""
    for index in value, Index(value):
        assert re.match(
            rf"^click \({sign}\d{{19,}}, 0\) is outside",
            outcome(lambda impl, index=index: impl.reveal([["E"]], index, 0), minesweep)[1],
        )


BYTES = {
    "a byte": (b"EF", f"{SQUARE}b'F'"),
    "a byte that is no text": (b"E\xff", rf"{SQUARE}b'\xff'"),
    "zero": (b"E\0", rf"{SQUARE}b'\x00'"),
    "a quote": (b"E'", f'{SQUARE}b"\'"'),
}


@pytest.mark.parametrize(("squares", "text"), BYTES.values(), ids=BYTES)
def test_what_is_said_of_a_byte(squares: bytes, text: str) -> None:
    board = cast(bytearray(squares), "B", 1)
    assert outcome(lambda impl: impl.check_board(board), minesweep) == (ValueError, text)
    assert outcome(lambda impl: impl.reveal(board, 0, 0), minesweep) == (ValueError, text)


ITEMS = {
    "int32": ("i", 4, "'i', 4 bytes each"),
    "two bytes for one": ("2B", 1, "'2B', 1 byte each"),
    "a long format": ("T{" + "B:a:" * 10_000 + "}", 1, "'T{B:a:B:a:B:a:B:a:"),
}


@pytest.mark.parametrize(("format", "itemsize", "text"), ITEMS.values(), ids=ITEMS)
def test_what_is_said_of_other_items(format: str, itemsize: int, text: str) -> None:
    memory = bytearray(8)
    board = Exporter(memory, (1, 2), length=2 * itemsize, itemsize=itemsize, format=format.encode())
    error, said = outcome(lambda impl: impl.check_board(board), minesweep)
    assert error is TypeError
    assert said.startswith(f"board must not have items of format {text}")
    assert said.endswith(PASS_A_BOARD)
    assert len(said) < 350


def test_what_is_said_of_other_buffers() -> None:
    for board, error, text in (
        (b"E", TypeError, f"board must have 2 dimensions, not 1{PASS_A_BOARD}"),
        (
            memoryview(bytearray(2)).cast("B", (1, 1, 2)),
            TypeError,
            f"board must have 2 dimensions, not 3{PASS_A_BOARD}",
        ),
        (
            cast(b"E", "B", 1),
            ValueError,
            "board must be writable, and this buffer is read-only: pass a writable copy",
        ),
        (
            Exporter(bytearray(2), (2, 2), length=2),
            ValueError,
            "board must be a sound buffer, and this one says that it has 2 bytes and the shape "
            "(2, 2)",
        ),
        (
            Exporter(bytearray(2), None, length=2),
            ValueError,
            "board must be a sound buffer, and this one has no memory, no shape, or indirect "
            "rows (suboffsets)",
        ),
    ):
        said = outcome(lambda impl, board=board: impl.reveal(board, 0, 0), minesweep)
        assert said == (error, text)


def test_what_is_said_of_mines_that_are_no_sound_buffer() -> None:
    visible = memoryview(bytearray(4)).cast("b", (2, 2))
    for mines, text in (
        (Exporter(bytearray(2), (2, 2), length=2), "says that it has 2 bytes and the shape (2, 2)"),
        (Exporter(bytearray(4), (2, 2), length=4, suboffsets=(0, -1)), "has no memory, no shape"),
    ):
        with pytest.raises(ValueError) as refused:
            minesweep.reveal(visible, 0, 0, mines=mines)
        said = str(refused.value)
        assert said.startswith(f"mines must be a sound buffer, and this one {text}")


# ---- many clicks ----

OF_MANY: dict[str, Case] = {
    "outside, in a sequence": (
        lambda impl: impl.reveal_sequence(three_rows(), [(0, 0), (3, 1)]),
        IndexError,
        f"click number 1: click (3, 1){OUTSIDE}",
    ),
    "outside, in a batch": (
        lambda impl: impl.reveal_batch([three_rows()] * 2, [(0, 0), (0, 2)]),
        IndexError,
        f"click number 1 on board number 1: click (0, 2){OUTSIDE}",
    ),
    "a bad square, in a sequence": (
        lambda impl: impl.reveal_sequence([["E", "F"]], [(0, 0)]),
        ValueError,
        f"click number 0: {SQUARE}'F'",
    ),
    "no text, in a batch": (
        lambda impl: impl.reveal_batch([[["M"]], [["E", 5]]], [(0, 0), (0, 0)]),
        TypeError,
        f"click number 1 on board number 1: {TEXT}int",
    ),
    "no column, in a batch": (
        lambda impl: impl.reveal_batch([[["M"]]], [(0, "1")]),
        TypeError,
        "click number 0: column of the click must be an integer, not str",
    ),
    "no pair, in a sequence": (
        lambda impl: impl.reveal_sequence([["M"]], [(0, 0), 5]),
        TypeError,
        f"click number 1: {PAIR}and int cannot be unpacked into two",
    ),
    "no board, in a batch": (
        lambda impl: impl.reveal_batch([[["M"]], None], [(0, 0)] * 2),
        TypeError,
        f"click number 1 on board number 1: board must not be of type NoneType{PASS_A_BOARD}",
    ),
    "no stack": (
        lambda impl: impl.reveal_batch(None, []),
        TypeError,
        f"boards must not be of type NoneType{PASS_BOARDS}",
    ),
    "a stack of two dimensions": (
        lambda impl: impl.reveal_batch(cast(bytearray(2), "B", 1), []),
        TypeError,
        f"boards must have 3 dimensions, not 2{PASS_BOARDS}",
    ),
    "one board, no click": (
        lambda impl: impl.reveal_batch([[["M"]]], []),
        ValueError,
        "there must be one click for each board, and there are 1 board and 0 clicks",
    ),
    "no board, one click": (
        lambda impl: impl.reveal_batch([], [(0, 0)]),
        ValueError,
        "there must be one click for each board, and there are 0 boards and 1 click",
    ),
    "workers": (
        lambda impl: impl.reveal_batch([], [], workers="2"),
        TypeError,
        "workers must be an integer, not str",
    ),
}


@pytest.mark.parametrize(("call", "error", "text"), OF_MANY.values(), ids=OF_MANY)
def test_what_errors_of_many_clicks_say(call: Any, error: type[Exception], text: str) -> None:
    pytest.importorskip("numpy")
    assert outcome(call, minesweep) == (error, text)


def said_when_an_allocation_fails(call: Callable[[], object]) -> set[str]:
    """The texts of MemoryErrors, of the core's own and of NumPy's."""
    testcapi = pytest.importorskip("_testcapi")
    said = set()
    for number in range(60):
        text = ""
        testcapi.set_nomemory(number, number + 1)
        try:
            call()
        except MemoryError as error:
            text = str(error)
        finally:
            testcapi.remove_mem_hooks()
        said.add(text)
    return said


@pytest.mark.serial
def test_what_is_said_where_memory_runs_out() -> None:
    """The numbers of the click and its board alone, since the error itself has no text."""
    np = pytest.importorskip("numpy")
    clicks = np.array([(0, 0), (50, 50)])

    def boards() -> Any:
        stack = np.full((2, 100, 100), ord("E"), "u1")
        stack[:, 0, 1] = ord("M")
        return stack

    said = said_when_an_allocation_fails(lambda: minesweep.reveal_sequence(boards()[0], clicks))
    assert {text for text in said if text.startswith("click")} == {"click number 1"}
    for make in boards, lambda: list(boards()):
        said = said_when_an_allocation_fails(
            lambda make=make: minesweep.reveal_batch(make(), clicks)
        )
        numbered = {text for text in said if text.startswith("click")}
        assert numbered == {"click number 1 on board number 1"}
