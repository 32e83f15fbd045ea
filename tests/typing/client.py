"""What a client program calls: `test_types` runs each statement, and has type checkers look at it.

Statements marked `refused` always fail, and checkers say so; all others run, and pass.
"""

import array
import ctypes
import mmap
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

import minesweep
from minesweep import Solution, reference, updateBoard

Lists = list[list[str]]
Bytes = NDArray[np.uint8]
Counts = NDArray[np.int64]


class Index:
    def __index__(self) -> int:
        return 0


def lists() -> Lists:
    return [["E", "M"], ["E", "E"]]


def uint8() -> Bytes:
    return np.array([[69, 77], [69, 69]], np.uint8)


def u1() -> NDArray[np.str_]:
    return np.array(lists())


def view(*shape: int) -> memoryview:
    return memoryview(bytearray(b"EMEE")).cast("B", shape)


def mapped() -> mmap.mmap:
    memory = mmap.mmap(-1, 4)
    memory[:] = b"EMEE"
    return memory


def clicks() -> Iterator[tuple[int, int]]:
    yield from [(0, 0), (1, 1)]


def any_integers() -> NDArray[Any]:
    return np.array([[0, 0], [1, 1]], ">u2")


# ---- one click ----

assert_type(minesweep.reveal(lists(), 0, 0), int)
assert_type(minesweep.reveal(uint8(), 0, col=0, connectivity=4), int)
minesweep.reveal(u1(), np.int8(0), np.uint64(0))
minesweep.reveal(u1().view(np.uint32).astype(np.uint8), Index(), True)
minesweep.reveal(view(2, 2), 0, 0)
minesweep.reveal(memoryview(array.array("B", b"EMEE")).cast("B", (2, 2)), 0, 0)
minesweep.reveal(memoryview(mapped()).cast("B", (2, 2)), 0, 0)
minesweep.reveal((ctypes.c_ubyte * 2 * 2).from_buffer_copy(b"EMEE"), 0, 0)
minesweep.reveal([list("EM"), list("EE")], 0, 0, connectivity=np.int64(8))
minesweep.reveal(None, 0, 0)  # refused
minesweep.reveal(5, 0, 0)  # refused
minesweep.reveal("EM", 0, 0)  # refused
minesweep.reveal(["EM"], 0, 0)  # refused
minesweep.reveal((["E", "M"], ["E", "E"]), 0, 0)  # refused
minesweep.reveal([("E", "M")], 0, 0)  # refused
minesweep.reveal([[69, 77]], 0, 0)  # refused
minesweep.reveal([[b"E", b"M"]], 0, 0)  # refused
minesweep.reveal({(0, 0): "E"}, 0, 0)  # refused
minesweep.reveal(iter(lists()), 0, 0)  # refused
minesweep.reveal(lists(), 0.0, 0)  # refused
minesweep.reveal(lists(), 0, "0")  # refused
minesweep.reveal(lists(), Fraction(0), 0)  # refused
minesweep.reveal(lists(), (0, 0))  # refused
minesweep.reveal(lists(), 0, 0, 8)  # refused
minesweep.reveal(lists(), 0, 0, connectivity="8")  # refused
minesweep.reveal(lists(), 0, 0, connectivity=None)  # refused

assert_type(minesweep.check_board(lists()), None)
minesweep.check_board(uint8())
minesweep.check_board(memoryview(b"EMEE").cast("B", (2, 2)))
minesweep.check_board(None)  # refused
minesweep.check_board(["EM"])  # refused

# ---- problem 529 ----

assert_type(updateBoard(lists(), [0, 0]), Lists)
assert_type(updateBoard(uint8(), (0, 0)), Bytes)
assert_type(Solution().updateBoard(lists(), [0, 0]), Lists)
assert_type(Solution().updateBoard(view(2, 2), [0, 0]), memoryview)
updateBoard([["E", "M"], ["E", "E"]], np.array([0, 0]))
updateBoard(lists(), np.zeros(2, np.int64))
updateBoard(lists(), np.argwhere(u1() == "E")[0])
updateBoard(lists(), [Index(), np.int8(0)])
updateBoard(lists(), iter([0, 0]))
updateBoard(lists(), {0: "row", 1: "column"})
updateBoard(lists(), (number for number in (0, 0)))
updateBoard(lists(), 0)  # refused
updateBoard(lists(), None)  # refused
updateBoard(lists(), "00")  # refused
updateBoard(lists(), [0.0, 0])  # refused
updateBoard(lists(), [[0, 0]])  # refused
updateBoard(lists(), 0, 0)  # refused
updateBoard(["EM"], [0, 0])  # refused
updateBoard(None, [0, 0])  # refused
Solution().updateBoard(lists(), 0)  # refused
Solution().updateBoard(["EM"], [0, 0])  # refused

# ---- many clicks ----

assert_type(minesweep.reveal_sequence(lists(), [(0, 0), (1, 1)]), Counts)
minesweep.reveal_sequence(uint8(), [[0, 0], [1, 1]], connectivity=4)
minesweep.reveal_sequence(lists(), [np.array([0, 0])])
minesweep.reveal_sequence(lists(), zip([0], [1], strict=True))
minesweep.reveal_sequence(lists(), clicks())
minesweep.reveal_sequence(lists(), {(0, 0), (1, 1)})
minesweep.reveal_sequence(lists(), {(0, 0): "first", (1, 1): "second"})
minesweep.reveal_sequence(lists(), map(iter, [[0, 0], [1, 1]]))
minesweep.reveal_sequence(lists(), [[Index(), np.uint8(1)], (True, 0)])
minesweep.reveal_sequence(lists(), [(np.False_, np.True_)])
minesweep.reveal_sequence(lists(), [np.array([True, False])])
minesweep.reveal_sequence(lists(), np.zeros((1, 2), np.bool_))
minesweep.reveal_sequence(lists(), np.argwhere(u1() == "E"))
minesweep.reveal_sequence(lists(), any_integers())
minesweep.reveal_sequence(lists(), np.zeros((1, 2), np.uint64))
minesweep.reveal_sequence(lists(), [])
minesweep.reveal_sequence(lists(), ())
minesweep.reveal_sequence(lists(), (0, 0))  # refused
minesweep.reveal_sequence(lists(), [0, 0])  # refused
minesweep.reveal_sequence(lists(), None)  # refused
minesweep.reveal_sequence(lists(), 5)  # refused
minesweep.reveal_sequence(lists(), ["00"])  # refused
minesweep.reveal_sequence(lists(), [(0.0, 0)])  # refused
minesweep.reveal_sequence(lists(), [(0, None)])  # refused
minesweep.reveal_sequence(["EM"], [(0, 0)])  # refused
minesweep.reveal_sequence(None, [(0, 0)])  # refused
minesweep.reveal_sequence(lists(), [(0, 0)], connectivity="8")  # refused
minesweep.reveal_sequence(lists(), [(0, 0)], 8)  # refused

list_of_lists: list[Lists] = [lists(), lists()]
list_of_arrays: list[Bytes] = [uint8(), uint8()]
assert_type(minesweep.reveal_batch(np.stack([uint8(), uint8()]), clicks()), Counts)
minesweep.reveal_batch(view(1, 2, 2), [(0, 0)], workers=2)
minesweep.reveal_batch(list_of_lists, clicks(), workers=np.int8(-1))
minesweep.reveal_batch(tuple(list_of_lists), clicks())
minesweep.reveal_batch(list_of_arrays, clicks())
minesweep.reveal_batch([lists(), uint8()], any_integers())
minesweep.reveal_batch([view(2, 2)], [(np.True_, 0)], connectivity=4)
minesweep.reveal_batch([], [])
minesweep.reveal_batch(None, [])  # refused
minesweep.reveal_batch("EM", [])  # refused
minesweep.reveal_batch([["EM"]], [(0, 0)])  # refused
minesweep.reveal_batch(lists(), [(0, 0), (0, 0)])  # refused
minesweep.reveal_batch({0: lists()}, [(0, 0)])  # refused
minesweep.reveal_batch(iter([lists()]), [(0, 0)])  # refused
minesweep.reveal_batch([lists()], (0, 0))  # refused
minesweep.reveal_batch([lists()], [(0, 0)], workers=None)  # refused
minesweep.reveal_batch([lists()], [(0, 0)], workers="all")  # refused
minesweep.reveal_batch([lists()], [(0, 0)], workers=2.0)  # refused

# ---- the reference, for lists of lists alone ----

assert_type(reference.reveal(lists(), Index(), True, connectivity=np.int8(4)), int)
assert_type(minesweep.reference.updateBoard(lists(), np.array([0, 0])), Lists)
assert_type(reference.Solution().updateBoard(lists(), [0, 0]), Lists)
reference.check_board(lists())
reference.reveal(uint8(), 0, 0)  # refused
reference.reveal(None, 0, 0)  # refused
reference.check_board(["EM"])  # refused
reference.updateBoard(lists(), 0)  # refused
minesweep.reference.reveal(lists(), 0.0, 0)  # refused
minesweep.revael(lists(), 0, 0)  # refused

assert_type(minesweep.__version__, str)
