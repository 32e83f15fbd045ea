"""Clicks on boards that end at memory which nobody may touch: one byte too far crashes the process.

Run in a process of its own, by the name of a layout: ``python protected_page.py bytes``. Says which
board comes next, so that its last words tell where it crashed.
"""

import ctypes
import mmap
import sys
from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from exporter import Exporter
from forms import GUARD, LISTS, UTF_32, Rows
from outcomes import Click, outcome, shortened

import minesweep

PAGE = mmap.PAGESIZE
ROOM = 32 * PAGE
NO_ACCESS = 0

WIDTHS = [
    *range(1, 18),
    *(end + near for end in (32, 48, 80, 96, 112, 192) for near in (-1, 0, 1)),
    *(*range(61, 68), *range(123, 131), 200),
]
SIZES = [
    *product((1, 2, 3), WIDTHS),
    *product((7, 8, 9, 16, 17, 62, 63, 64, 65, 70), (1, 7, 62, 64, 65)),
]
BOARDS: dict[str, Callable[[int, int], Rows]] = {
    "empty": lambda rows, cols: ["E" * cols] * rows,
    "mines and numbers": lambda rows, cols: [("EME" * cols)[r % 3 :][:cols] for r in range(rows)],
    "mines at corners": lambda rows, cols: with_corners(rows, cols, "M"),
    "numbers at corners": lambda rows, cols: with_corners(rows, cols, "3"),
    "bad squares at corners": lambda rows, cols: with_corners(rows, cols, "F"),
}


def with_corners(rows: int, cols: int, letter: str) -> Rows:
    rim = (letter + "E" * (cols - 2) + letter)[:cols]
    return [rim if row in (0, rows - 1) else "E" * cols for row in range(rows)]


class Layout(NamedTuple):
    """Bytes of a square, and from a row and a column of a board of some size to the next."""

    itemsize: int
    strides: Callable[[int, int], tuple[int, int]]


LAYOUTS = {
    "bytes": Layout(1, lambda rows, cols: (cols, 1)),
    "rows reversed": Layout(1, lambda rows, cols: (-cols, 1)),
    "slice of wider rows": Layout(1, lambda rows, cols: (cols + 3, 1)),
    "columns reversed": Layout(1, lambda rows, cols: (cols, -1)),
    "steps 2 and 3": Layout(1, lambda rows, cols: (2 * 3 * cols, 3)),
    "upright": Layout(1, lambda rows, cols: (1, rows)),
    "upright, both reversed": Layout(1, lambda rows, cols: (-1, -rows)),
    "characters": Layout(4, lambda rows, cols: (4 * cols, 4)),
    "characters, rows reversed": Layout(4, lambda rows, cols: (-4 * cols, 4)),
    "characters, upright": Layout(4, lambda rows, cols: (4, 4 * rows)),
}


def image_of(rows: Rows, layout: Layout) -> tuple[bytes, int]:
    """The memory of a board from its first byte to its last, and where its first square is."""
    item, (down, right) = layout.itemsize, layout.strides(len(rows), len(rows[0]))
    far_down, far_right = down * (len(rows) - 1), right * (len(rows[0]) - 1)
    image = bytearray([GUARD]) * (abs(far_down) + abs(far_right) + item)
    first = -min(far_down, 0) - min(far_right, 0)
    for number, row in enumerate(rows):
        letters = row.encode(UTF_32 if item == 4 else "ascii")
        for byte in range(item):
            start = first + number * down + byte
            stop = start + far_right + (1 if right > 0 else -1)
            image[start : stop if stop >= 0 else None : right] = letters[byte::item]
    return bytes(image), first


class Memory:
    """Some pages between two protected ones."""

    def __init__(self) -> None:
        self._pages = mmap.mmap(-1, ROOM + 2 * PAGE)
        start = ctypes.addressof(ctypes.c_char.from_buffer(self._pages))
        self.room = (ctypes.c_char * ROOM).from_address(start + PAGE)
        for page in start, start + PAGE + ROOM:
            if protect()(page, PAGE, NO_ACCESS):
                raise OSError("the page could not be protected")


def protect() -> Callable[[int, int, int], int]:
    """The system's function for it; an error where there is none."""
    function = ctypes.CDLL(None).mprotect
    function.argtypes = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
    return function


def is_possible() -> bool:
    try:
        return bool(protect())
    except (AttributeError, OSError, TypeError):
        return False


@cache
def on_lists(rows: tuple[str, ...], click: Click) -> tuple[Any, Rows]:
    """What comes of a click on lists, whose memory the interpreter takes care of."""
    board = LISTS.make(list(rows))
    result = outcome(minesweep.reveal, board, *click)
    return shortened(result), LISTS.read(board)


def click_at_both_ends(layout: Layout, memory: Memory) -> None:
    """Boards of all sizes at the end of the memory and at its beginning, clicked at their rims."""
    for (rows, cols), (name, make) in product(SIZES, BOARDS.items()):
        print(rows, "x", cols, name, flush=True)
        board = make(rows, cols)
        image, first = image_of(board, layout)
        corners = {*product((0, rows - 1), (0, cols - 1)), (rows // 2, cols // 2)}
        for click, start in product(corners, (0, ROOM - len(image))):
            result, after = on_lists(tuple(board), click)
            expected, _ = image_of(after, layout)
            ctypes.memmove(ctypes.byref(memory.room, start), image, len(image))
            exported = Exporter(
                memory.room,
                (rows, cols),
                start=start + first,
                length=rows * cols * layout.itemsize,
                itemsize=layout.itemsize,
                format=b"B" if layout.itemsize == 1 else b"w",
                strides=layout.strides(rows, cols),
            )
            ours = outcome(minesweep.reveal, exported, *click)
            assert (click, shortened(ours)) == (click, result)
            assert memory.room[start : start + len(image)] == expected
            outcome(minesweep.check_board, exported)


def click_on_stacks(memory: Memory) -> None:
    """The first and the last boards of a stack lie at the ends of the memory."""
    boards = 9  # more than are looked at ahead
    for (rows, cols), (name, make), step in product(SIZES[::7], BOARDS.items(), (1, -1)):
        print(boards, "x", rows, "x", cols, name, step, flush=True)
        board, size = make(rows, cols), rows * cols
        for click, start in product(
            product((0, rows - 1), (0, cols - 1)), (0, ROOM - boards * size)
        ):
            result, after = on_lists(tuple(board), click)
            memory.room[start : start + boards * size] = "".join(board).encode() * boards
            exported = Exporter(
                memory.room,
                (boards, rows, cols),
                start=start + (boards - 1) * size * (step < 0),
                length=boards * size,
                ndim=3,
                strides=(step * size, cols, 1),
            )
            counts = outcome(minesweep.reveal_batch, exported, [click] * boards)
            if isinstance(result, tuple):
                assert counts[0] is result[0]
            else:
                assert counts.tolist() == [result] * boards
                expected = "".join(after).encode() * boards
                assert memory.room[start : start + boards * size] == expected


if __name__ == "__main__":
    if sys.argv[1] == "stacks":
        click_on_stacks(Memory())
    else:
        click_at_both_ends(LAYOUTS[sys.argv[1]], Memory())
    print("done")
