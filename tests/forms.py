"""The forms of board that the package takes: each is made of rows of text and read back to them.

Every buffer lies amid `GUARD` bytes, between its squares too, and reading it back makes sure that
these are still there.
"""

import array
import ctypes
import mmap
import sys
import tempfile
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from typing import Any, Protocol

Rows = list[str]

GUARD = 0xA5  # no letter of a board, no byte of one of its characters
UTF_32 = f"utf-32-{sys.byteorder[0]}e"


class Form(Protocol):
    name: str
    needs_numpy: bool

    def make(self, rows: Rows) -> Any: ...
    def read(self, board: Any) -> Rows: ...


class Square(str):
    """A string that is an object of its own, where "E" is one shared object."""

    __slots__ = ("__weakref__",)


class Row(list[str]):
    """A list of a class of its own."""


def numpy_string(letter: str) -> str:
    import numpy as np  # noqa: PLC0415

    return np.str_(letter)


class Lists:
    def __init__(
        self,
        name: str,
        square: Callable[[str], str] = str,
        row: Callable[[Iterable[str]], list[str]] = list,
        needs_numpy: bool = False,
    ) -> None:
        self.name, self.needs_numpy = name, needs_numpy
        self._square, self._row = square, row

    def make(self, rows: Rows) -> list[list[str]]:
        return [self._row(map(self._square, row)) for row in rows]

    def read(self, board: list[list[str]]) -> Rows:
        return ["".join(row) for row in board]


class Buffers:
    """What exports a 2-D buffer of one-byte items; `export` gives one of as many rows."""

    def __init__(
        self, name: str, export: Callable[[bytes, int], Any], needs_numpy: bool = False
    ) -> None:
        self.name, self.needs_numpy = name, needs_numpy
        self._export = export

    def make(self, rows: Rows) -> Any:
        return self._export("".join(rows).encode("latin-1"), len(rows))

    def read(self, board: Any) -> Rows:
        return text_of(board, "latin-1")


class Arrays:
    """NumPy arrays of one dtype; `steps` gives the bytes from a row and a column to the next."""

    needs_numpy = True

    def __init__(
        self, dtype: str, layout: str, steps: Callable[[int, int, int], tuple[int, int]]
    ) -> None:
        self.name = f"{dtype} {layout}"
        self._dtype, self._steps = dtype, steps
        self._encoding = UTF_32 if dtype == "U1" else "latin-1"

    def make(self, rows: Rows) -> Any:
        import numpy as np  # noqa: PLC0415

        item, height, width = np.dtype(self._dtype).itemsize, len(rows), len(rows[0])
        down, right = self._steps(height, width, item)
        # An odd margin for steps of odd size: no item of more than one byte is aligned then.
        margin = 64 + right % 2
        far_down, far_right = down * (height - 1), right * (width - 1)
        memory = bytearray([GUARD]) * (2 * margin + abs(far_down) + abs(far_right) + item)
        start = margin - min(far_down, 0) - min(far_right, 0)
        board = np.ndarray((height, width), self._dtype, memory, start, (down, right))
        squares = "".join(rows).encode(self._encoding, "surrogatepass")
        board[...] = np.frombuffer(squares, self._dtype).reshape(height, width)
        return board

    def read(self, board: Any) -> Rows:
        between = len(board.base) - board.nbytes
        assert board.base.count(GUARD) == between, "bytes around the squares were written"
        return text_of(board, self._encoding)


def text_of(board: Any, encoding: str) -> Rows:
    view = memoryview(board)
    text, width = view.tobytes().decode(encoding, "surrogatepass"), view.shape[1]
    return [text[start : start + width] for start in range(0, len(text), width)]


def cast(memory: Any, format: str, rows: int) -> memoryview:
    view = memoryview(memory)
    return view.cast("B").cast(format, (rows, view.nbytes // rows))


def mapped(squares: bytes, rows: int) -> memoryview:
    memory = mmap.mmap(-1, len(squares))
    memory[:] = squares
    return cast(memory, "B", rows)


def ctypes_array(squares: bytes, rows: int) -> Any:
    return (ctypes.c_ubyte * (len(squares) // rows) * rows).from_buffer_copy(squares)


def memory_mapped_file(squares: bytes, rows: int) -> Any:
    import numpy as np  # noqa: PLC0415

    with tempfile.TemporaryFile() as file:
        board = np.memmap(file, "u1", "w+", shape=(rows, len(squares) // rows))
    board[...] = np.frombuffer(squares, "u1").reshape(board.shape)
    return board


def fortran_memoryview(squares: bytes, rows: int) -> memoryview:
    import numpy as np  # noqa: PLC0415

    return memoryview(np.frombuffer(squares, "u1").reshape(rows, -1).copy(order="F"))


LAYOUTS: dict[str, Callable[[int, int, int], tuple[int, int]]] = {
    "C order": lambda rows, cols, item: (cols * item, item),
    "Fortran order": lambda rows, cols, item: (item, rows * item),
    "slice of wider rows": lambda rows, cols, item: ((cols + 3) * item, item),
    "steps 2 and 3": lambda rows, cols, item: (2 * 3 * cols * item, 3 * item),
    "rows reversed": lambda rows, cols, item: (-cols * item, item),
    "columns reversed": lambda rows, cols, item: (cols * item, -item),
    "steps -3 and -2": lambda rows, cols, item: (-3 * 2 * cols * item, -2 * item),
    "transposed, steps 3 and 2": lambda rows, cols, item: (2 * item, 3 * 2 * rows * item),
    "transposed, both reversed": lambda rows, cols, item: (-item, -rows * item),
    "packed fields": lambda rows, cols, item: (cols * (item + 1), item + 1),
}

LISTS = Lists("lists")
LISTS_OF_SQUARES = Lists("lists of str subclass", square=Square)
LIST_FORMS: list[Form] = [
    LISTS,
    LISTS_OF_SQUARES,
    Lists("lists of numpy.str_", square=numpy_string, needs_numpy=True),
    Lists("list subclass rows", row=Row),
]
BYTES_FORMS: list[Form] = [
    *(
        Buffers(
            f"memoryview cast {form}", lambda data, rows, f=form: cast(bytearray(data), f, rows)
        )
        for form in "Bbc"
    ),
    Buffers("array.array cast B", lambda data, rows: cast(array.array("b", data), "B", rows)),
    Buffers("mmap cast B", mapped),
    Buffers("ctypes array", ctypes_array),
    Buffers("memory-mapped file", memory_mapped_file, needs_numpy=True),
    Buffers("memoryview of a Fortran array", fortran_memoryview, needs_numpy=True),
    *(
        Arrays(dtype, layout, steps)
        for dtype in ("uint8", "int8", "S1")
        for layout, steps in LAYOUTS.items()
    ),
]
CHARACTER_FORMS: list[Form] = [Arrays("U1", layout, steps) for layout, steps in LAYOUTS.items()]
FORMS = LIST_FORMS + BYTES_FORMS + CHARACTER_FORMS
AVAILABLE = [form for form in FORMS if not form.needs_numpy or find_spec("numpy")]
# One form of each kind of memory: lists, bytes and characters, without gaps, with gaps, backwards.
KINDS = [
    form
    for form in AVAILABLE
    if form.name
    in (
        "lists",
        "memoryview cast B",
        "uint8 slice of wider rows",
        "uint8 rows reversed",
        "uint8 steps -3 and -2",
        "S1 Fortran order",
        "U1 C order",
        "U1 transposed, both reversed",
    )
]
