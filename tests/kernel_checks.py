"""Whether the kernels in use do what the reference does, at every width of a row.

Run by `test_kernels.py` for each set of kernels, which the environment variable MINESWEEP_KERNELS
names; to run it by hand, give pytest this file.
"""

import contextlib
import ctypes
import functools
import mmap
import os
import random
import re
import signal
import sys
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from forms import AVAILABLE, GUARD, LISTS, Form, Square

import minesweep
from minesweep import _core, reference

Rows = list[str]

NAMES = "lists", "lists of str subclass", "memoryview cast B", "U1 C order"
SOME_FORMS = [form for form in AVAILABLE if form.name in NAMES]
WIDTHS = range(1, 65)
HEIGHTS = 1, 9  # of a row alone, and of more than eight together
OPEN = "MX12345678B"
BAD = "\0 0/9:ACDFLNWYemx\x7f"  # and what has a bit more or less than a letter
# What the squares of a board are, and how many of a hundred are not empty.
KINDS = {
    "no mines": ("M", 0),
    "some mines": ("M", 3),
    "mines": ("M", 12),
    "many mines": ("M", 30),
    "every letter": (OPEN, 25),
    "bad squares": (OPEN + BAD, 2),
}


def test_these_are_the_kernels_asked_for() -> None:
    assert os.environ.get("MINESWEEP_KERNELS", _core.KERNELS) == _core.KERNELS


def board_of(lots: random.Random, kind: str, rows: int, cols: int) -> Rows:
    letters, percent = KINDS[kind]

    def square() -> str:
        return lots.choice(letters) if lots.random() * 100 < percent else "E"

    return ["".join(square() for _ in range(cols)) for _ in range(rows)]


def some_empty(lots: random.Random, rows: Rows) -> list[tuple[int, int]]:
    """Some of the empty squares, in any order."""
    squares = [
        (r, c) for r, row in enumerate(rows) for c, letter in enumerate(row) if letter == "E"
    ]
    return lots.sample(squares, min(3, len(squares)))


def outcome(board: Any, *click: int, module: Any = minesweep, **options: Any) -> object:
    """The count, or the bad square that an error names."""
    try:
        return module.reveal(board, *click, **options)
    except ValueError as error:
        return "bad", re.findall(r"\((\d+), (\d+)\)", str(error))


def expected(rows: Rows, *click: int, connectivity: int = 8) -> tuple[object, Rows]:
    """What the reference makes of a board."""
    return by_reference(tuple(rows), click, connectivity)


@functools.cache
def by_reference(
    rows: tuple[str, ...], click: tuple[int, ...], connectivity: int
) -> tuple[object, Rows]:
    board = LISTS.make(list(rows))
    result = outcome(board, *click, module=reference, connectivity=connectivity)
    return result, LISTS.read(board)


@pytest.mark.parametrize("form", SOME_FORMS, ids=lambda form: form.name)
@pytest.mark.parametrize("kind", KINDS)
def test_clicks(form: Form, kind: str) -> None:
    for height in HEIGHTS:
        for width in WIDTHS:
            lots = random.Random(f"{kind} {height} {width}")
            rows = board_of(lots, kind, height, width)
            board, connectivity = form.make(rows), lots.choice([4, 8])
            for click in some_empty(lots, rows):
                result, after = expected(rows, *click, connectivity=connectivity)
                assert outcome(board, *click, connectivity=connectivity) == result, (rows, click)
                rows = form.read(board)
                assert rows == after, click


@pytest.mark.parametrize("form", SOME_FORMS, ids=lambda form: form.name)
def test_every_byte(form: Form) -> None:
    """Each value of a byte at some places of a row, to which an opening comes."""
    for value in set(range(256)) - {GUARD}:
        for at in range(value % 16, 64, 16):
            rows = ["E" * at + chr(value) + "E" * (63 - at)]
            result, after = expected(rows, 0, 63 if at < 32 else 0)
            board = form.make(rows)
            assert outcome(board, 0, 63 if at < 32 else 0) == result, (value, at)
            assert form.read(board) == after, (value, at)


@pytest.mark.parametrize("form", SOME_FORMS, ids=lambda form: form.name)
def test_the_mines_around_one_square(form: Form) -> None:
    lots = random.Random(1)
    for _ in range(500):
        around = [lots.choice("MMMMXE1B" * 8 + BAD[0] + lots.choice(BAD)) for _ in range(8)]
        rows = ["".join(around[:3]), around[3] + "E" + around[4], "".join(around[5:])]
        result, after = expected(rows, 1, 1)
        board = form.make(rows)
        assert outcome(board, 1, 1) == result, rows
        assert form.read(board) == after


@pytest.mark.parametrize("kind", ["no mines", "mines", "every letter"])
def test_strings_of_their_own_are_dropped(kind: str) -> None:
    """Squares whose string is not the shared one of its letter, among such that are."""
    for width in WIDTHS:
        lots = random.Random(f"{kind} {width}")
        rows = board_of(lots, kind, 9, width)
        board = [[lots.choice([str, Square])(letter) for letter in row] for row in rows]
        for click in some_empty(lots, rows):
            squares = [(r, c) for r in range(9) for c in range(width)]
            own = {(r, c): board[r][c] for r, c in squares if isinstance(board[r][c], Square)}
            watched = {at: weakref.ref(square) for at, square in own.items()}
            del own
            result, after = expected(rows, *click)
            assert outcome(board, *click) == result, (rows, click)
            for at, square in watched.items():
                r, c = at
                assert (square() is None) == (rows[r][c] != after[r][c]), (rows, click, at)
            rows = after


# ---- a player's view and its mines ----

Squares = list[bytearray]


def view_of(lots: random.Random, kind: str, rows: int, cols: int) -> tuple[Squares, Squares]:
    """What is seen (a byte, of which the bad ones too), and what is mined (any number but 0)."""
    percent = KINDS[kind][1]
    values = range(256) if kind == "bad squares" else [254, *range(10)]
    seen = [bytearray([255]) * cols for _ in range(rows)]
    mined = [bytearray(cols) for _ in range(rows)]
    for seen_row, mined_row in zip(seen, mined, strict=True):
        for col in range(cols):
            if lots.random() * 100 < percent:
                mined_row[col] = lots.choice([1, 1, 2, 128, 255])
            if kind in {"every letter", "bad squares"} and lots.random() * 100 < percent:
                seen_row[col] = lots.choice(values)
    return seen, mined


def as_letters(seen: Squares, mined: Squares) -> Rows:
    """The board of letters on which a click does the same."""

    def letter(value: int, mine: int) -> str:
        if 9 < value < 254:
            return "F"
        if mine:
            return "M" if value == 255 else "X"
        return "E" if value == 255 else "B"

    return ["".join(map(letter, *pair)) for pair in zip(seen, mined, strict=True)]


def opened(seen: Squares, before: Rows, after: Rows) -> Squares:
    """What is seen after a click that made one board of letters another."""
    return [
        bytearray(
            value if old == new else int(new.replace("B", "0"))
            for value, old, new in zip(*rows, strict=True)
        )
        for rows in zip(seen, before, after, strict=True)
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_views(kind: str) -> None:
    for height in HEIGHTS:
        for width in WIDTHS:
            lots = random.Random(f"{kind} {height} {width}")
            seen, mined = view_of(lots, kind, height, width)
            rows = as_letters(seen, mined)
            visible = memoryview(bytearray(b"".join(seen))).cast("b", (height, width))
            mines = memoryview(b"".join(mined)).cast("B", (height, width))
            for click in some_empty(lots, rows):
                result, after = expected(rows, *click)
                assert outcome(visible, *click, mines=mines) == result, (rows, click)
                seen = opened(seen, rows, after)
                assert visible.tobytes() == b"".join(seen), (rows, click)
                rows = after


def test_every_value_of_a_view() -> None:
    for value in range(256):
        for at in range(value % 16, 64, 16):
            for mine in 0, 1 + value % 255:
                seen, mined = [bytearray([255]) * 64], [bytearray(64)]
                seen[0][at], mined[0][at] = value, mine
                rows = as_letters(seen, mined)
                result, after = expected(rows, 0, 63 if at < 32 else 0)
                visible = memoryview(seen[0]).cast("b", (1, 64))
                mines = memoryview(mined[0]).cast("B", (1, 64))
                before = [bytearray(seen[0])]
                assert outcome(visible, 0, 63 if at < 32 else 0, mines=mines) == result, (value, at)
                assert seen == opened(before, rows, after), (value, at)


# ---- memory ----


class Pages:
    """Rows of bytes, each one within a page or across the end of it, of pages of their own.

    Of pages that follow each other every second one can be protected: against reading, or against
    writing alone.
    """

    def __init__(self, rows: int) -> None:
        self.size = mmap.PAGESIZE
        self.rows = rows
        self.count = 2 * rows + 1
        self.memory = mmap.mmap(-1, self.count * self.size)
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self.memory))
        self.mprotect = ctypes.CDLL(None, use_errno=True).mprotect
        self.mprotect.argtypes = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int

    def protect(self, first: int, access: int) -> None:
        """Let the first page, if it is 0, or the second, and every other after it, be so."""
        for page in range(first, self.count, 2):
            assert self.mprotect(self.address + page * self.size, self.size, access) == 0

    def board(self, start: int, cols: int, dtype: str) -> Any:
        """A board whose first row starts at that byte."""
        import numpy as np  # noqa: PLC0415

        return np.ndarray((self.rows, cols), dtype, self.memory, start, (2 * self.size, 1))


NOTHING, READ, READ_AND_WRITE = 0, 1, 3


@pytest.fixture(params=HEIGHTS)
def pages(request: pytest.FixtureRequest) -> Iterator[Pages]:
    pytest.importorskip("numpy")
    if not hasattr(mmap, "PROT_READ"):
        pytest.skip("pages are protected in another way here")
    pages = Pages(request.param)
    yield pages
    pages.protect(0, READ_AND_WRITE)
    pages.protect(1, READ_AND_WRITE)


def rows_as_bytes(rows: Rows) -> Any:
    import numpy as np  # noqa: PLC0415

    return np.array([list(row.encode("latin-1")) for row in rows], "u1")


def read_rows(board: Any) -> Rows:
    return [row.tobytes().decode("latin-1") for row in board]


@pytest.mark.parametrize("kind", ["no mines", "some mines", "every letter"])
@pytest.mark.parametrize("at_end", [False, True], ids=["page begins", "page ends"])
def test_nothing_beside_a_row_is_read(pages: Pages, kind: str, at_end: bool) -> None:
    """Each row begins where its page does, or ends so, and what is beside it cannot be read."""
    pages.protect(0, NOTHING)
    for cols in WIDTHS:
        lots = random.Random(f"{kind} {pages.rows} {cols}")
        rows = board_of(lots, kind, pages.rows, cols)
        board = pages.board(pages.size + (pages.size - cols if at_end else 0), cols, "u1")
        board[:] = rows_as_bytes(rows)
        for click in some_empty(lots, rows):
            result, rows = expected(rows, *click)
            assert outcome(board, *click) == result
            assert read_rows(board) == rows


@pytest.mark.parametrize("at_end", [False, True], ids=["page begins", "page ends"])
def test_nothing_beside_a_view_is_read(pages: Pages, at_end: bool) -> None:
    other = Pages(pages.rows)
    pages.protect(0, NOTHING)
    other.protect(0, NOTHING)
    for cols in WIDTHS:
        start = pages.size + (pages.size - cols if at_end else 0)
        visible, mines = pages.board(start, cols, "i1"), other.board(start, cols, "u1")
        visible[:], mines[:] = -1, 0
        assert outcome(visible, 0, 0, mines=mines) == pages.rows * cols
        assert not visible.any()


@pytest.mark.parametrize("kind", ["no mines", "some mines", "mines", "many mines"])
@pytest.mark.parametrize("closed_first", [False, True], ids=["open squares last", "and first"])
@pytest.mark.parametrize("is_view", [False, True], ids=["letters", "view"])
def test_only_what_a_click_opens_is_written(
    pages: Pages, kind: str, closed_first: bool, is_view: bool
) -> None:
    """Rows go on into a page that cannot be written, or come from one: what is there stays."""
    import numpy as np  # noqa: PLC0415

    protected = 1 - closed_first
    for closed in WIDTHS[:-1]:
        lots = random.Random(f"{kind} {pages.rows} {closed}")
        open_rows = board_of(lots, kind, pages.rows, 64 - closed)
        others = ["".join(lots.choices(OPEN, k=closed)) for _ in open_rows]
        pairs = zip(others, open_rows, strict=True)
        rows = [a + b if closed_first else b + a for a, b in pairs]
        board = pages.board(pages.size - (closed if closed_first else 64 - closed), 64, "u1")
        letters = rows_as_bytes(rows)
        options: dict[str, Any] = {}
        if is_view:
            options["mines"] = np.isin(letters, list(b"MX")).astype("u1")
            letters = np.where(np.isin(letters, list(b"EM")), 255, 0)
        pages.protect(protected, READ_AND_WRITE)
        board[:] = letters
        pages.protect(protected, READ)
        for click in some_empty(lots, rows):
            result, after = expected(rows, *click)
            seen = [bytearray(row.tobytes()) for row in board]
            assert outcome(board.view("i1") if is_view else board, *click, **options) == result
            if is_view:
                assert [row.tobytes() for row in board] == opened(seen, rows, after), rows
            else:
                assert read_rows(board) == after, rows
            rows = after


# ---- another thread's changes ----


@contextlib.contextmanager
def at_first_write(pages: Pages, row: int, then: Callable[[], None]) -> Iterator[list[int]]:
    """Call a function when something is about to write into the page of a row; and list the call.

    The write goes on after it, as if another thread had been quick.
    """
    calls: list[int] = []
    page = pages.address + (2 * row + 1) * pages.size

    @ctypes.CFUNCTYPE(None, ctypes.c_int)
    def on_fault(number: int) -> None:
        set_handler(number, before)  # nothing else may fault
        calls.append(pages.mprotect(page, pages.size, READ_AND_WRITE))
        then()

    set_handler = ctypes.CDLL(None).signal
    set_handler.argtypes, set_handler.restype = (ctypes.c_int, ctypes.c_void_p), ctypes.c_void_p
    before = set_handler(signal.SIGSEGV, ctypes.cast(on_fault, ctypes.c_void_p))
    assert pages.mprotect(page, pages.size, READ) == 0
    try:
        yield calls
    finally:
        set_handler(signal.SIGSEGV, before)
        assert pages.mprotect(page, pages.size, READ_AND_WRITE) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="page faults have other signals elsewhere")
@pytest.mark.parametrize("kind", ["some mines", "mines", "many mines"])
def test_changes_between_opened_squares_stay(pages: Pages, kind: str) -> None:
    """Mines that another thread explodes just before a row is written are not taken back."""
    tried = 0
    for cols in WIDTHS:
        lots = random.Random(f"{kind} {pages.rows} {cols}")
        rows = board_of(lots, kind, pages.rows, cols)
        board = pages.board(pages.size, cols, "u1")
        board[:] = rows_as_bytes(rows)
        for click in some_empty(lots, rows):
            result, after = expected(rows, *click)
            changed = [r for r in range(pages.rows) if after[r] != rows[r]]
            if not changed:
                continue
            row = lots.choice(changed)
            line = board[row]

            def explode(line: Any = line) -> None:
                line[line == ord("M")] = ord("X")

            with at_first_write(pages, row, explode) as calls:
                assert outcome(board, *click) == result
            rows = [*after[:row], after[row].replace("M", "X"), *after[row + 1 :]]
            assert calls == [0], (rows, click)
            assert read_rows(board) == rows, (after, click)
            tried += "X" in rows[row]
    assert tried > 10
