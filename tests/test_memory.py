"""References and memory: a click leaves none behind and takes none too many.

``MINESWEEP_SLOW=1`` adds ten million clicks.
"""

import gc
import os
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any

import boards
import pytest
from forms import LISTS_OF_SQUARES, Form, cast

import minesweep

pytestmark = pytest.mark.serial

LETTERS = "MEB12345678X"
GAME = [
    "EEEEEEEEE",
    "EEEEEEEEE",
    "EEEEEMEEE",
    "EEEEEEEEE",
    "EEXEEEEEE",
    "EEEEEE1BE",
]
# A mine, a number, an opening, three revealed squares, and squares outside of the board.
CLICKS = [(2, 5), (3, 4), (0, 0), (0, 0), (5, 7), (4, 2), (6, 0), (0, -1), (2**70, 0), (0.5, 0)]
LARGE = boards.scattered(100, 80, 20, 7)
TALL = boards.scattered(1100, 9, 20, 7)

# The most memory that a tile of a flood may take, in bytes.
TILE = 0.7 * 62 * 62


@pytest.fixture
def traced() -> Iterator[None]:
    tracemalloc.start()
    yield
    tracemalloc.stop()


def play(board: Any, clicks: list[Any]) -> None:
    """Click, whatever comes of it."""
    for click in clicks:
        with suppress(IndexError, TypeError, ValueError):
            minesweep.updateBoard(board, click)


def squares_of(board: list[list[str]]) -> list[str]:
    return list(chain.from_iterable(board))


def reference_counts(objects: list[Any]) -> list[int]:
    return [sys.getrefcount(each) for each in objects]


@pytest.mark.parametrize("rows", [GAME, LARGE, TALL], ids=["small", "large", "tall"])
def test_opened_squares_lose_one_reference_and_the_others_none(rows: list[str]) -> None:
    board = LISTS_OF_SQUARES.make(rows)
    squares = squares_of(board)
    before = reference_counts(squares)
    play(board, CLICKS)
    lost = [new is not old for new, old in zip(squares_of(board), squares, strict=True)]
    assert sum(lost) > 40
    assert reference_counts(squares) == [
        count - one for count, one in zip(before, lost, strict=True)
    ]


def test_a_refused_click_costs_no_reference() -> None:
    """The flood reaches a bad square after it has read most of the board."""
    board = LISTS_OF_SQUARES.make([*GAME, "EEEEEEEEF"])
    squares = squares_of(board)
    before = reference_counts(squares)
    for _ in range(10):
        with pytest.raises(ValueError, match=r"\(6, 8\)"):
            minesweep.reveal(board, 0, 0)
    assert reference_counts(squares) == before


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="one-character strings are immortal")
@pytest.mark.parametrize("rows", [GAME, LARGE, TALL], ids=["small", "large", "tall"])
def test_written_letters_gain_a_reference_for_each_square(rows: list[str]) -> None:
    board = LISTS_OF_SQUARES.make(rows)
    letters = list(LETTERS)
    before = reference_counts(letters)
    play(board, CLICKS)
    gained = [
        sum(type(square) is str and square == letter for square in squares_of(board))
        for letter in letters
    ]
    assert sum(gained) > 40
    assert reference_counts(letters) == [
        count + more for count, more in zip(before, gained, strict=True)
    ]


def test_arguments_keep_their_references(form: Form) -> None:
    """The board, its rows and the click itself."""
    for rows in GAME, [*GAME, "EEEEEEEEF"]:
        board, clicks = form.make(rows), [[row, col] for row, col in CLICKS]
        kept = [board, *clicks, *(board if isinstance(board, list) else [])]
        before = reference_counts(kept)
        for _ in range(10):
            play(board, clicks)
            with suppress(ValueError):
                minesweep.check_board(board)
        assert reference_counts(kept) == before


BUFFERS: dict[str, Callable[[bytearray], memoryview]] = {
    "a board": lambda memory: cast(memory, "B", 4),
    "a board that is read-only": lambda memory: cast(memory, "B", 4).toreadonly(),
    "of one dimension": memoryview,
    "of three dimensions": lambda memory: memoryview(memory).cast("B", (4, 2, 2)),
    "of larger items": lambda memory: memoryview(memory).cast("h", (2, 4)),
}


@pytest.mark.parametrize("export", BUFFERS.values(), ids=BUFFERS)
@pytest.mark.parametrize("squares", [b"E" * 16, b"EEEEEEEEEEFEEEEE"], ids=["good", "bad"])
def test_a_buffer_is_released(squares: bytes, export: Callable[[bytearray], memoryview]) -> None:
    memory = bytearray(squares)
    board = export(memory)
    play(board, CLICKS)
    with suppress(TypeError, ValueError):
        minesweep.check_board(board)
    board.release()  # refused while the core holds the buffer
    memory.append(0)


@pytest.mark.usefixtures("traced")
@pytest.mark.parametrize("last", ["E", "F"], ids=["good board", "bad square"])
def test_no_memory_is_left_behind(form: Form, last: str) -> None:
    rows = [*LARGE[:-1], LARGE[-1][:-1] + last]

    def memory_after_some_games() -> int:
        for _ in range(8):
            play(form.make(rows), [*CLICKS, (60, 75)])
        gc.collect()  # clears the interpreter's lists of free objects, too
        return tracemalloc.get_traced_memory()[0]

    memory_after_some_games()  # fills the interpreter's lists of free objects
    assert abs(memory_after_some_games() - memory_after_some_games()) < 1024


@pytest.mark.usefixtures("traced")
@pytest.mark.parametrize(
    ("rows", "click", "opened", "least", "most"),
    [
        (boards.empty(3000, 3000), (1500, 1500), 9_000_000, 1, 50 * 50 * TILE),
        (["M" * 3000, *boards.rooms(2999, 3000, 9)], (1505, 1504), 64, 0, 256),
        (boards.lattice(3000, 3000, 2), (1500, 1500), 1, 0, 256),
    ],
    ids=["the whole board", "a small opening", "a number"],
)
def test_memory_follows_the_opening(
    rows: list[str], click: tuple[int, int], opened: int, least: int, most: int
) -> None:
    """A small opening takes none, but for its count; a large one what its tiles take."""
    board = cast(bytearray("".join(rows), "ascii"), "B", 3000)
    tracemalloc.reset_peak()
    before = tracemalloc.get_traced_memory()[0]
    assert minesweep.reveal(board, *click) == opened
    assert least <= tracemalloc.get_traced_memory()[1] - before <= most


@pytest.mark.usefixtures("traced")
@pytest.mark.parametrize("top", [0, 1, 100, 400])
@pytest.mark.parametrize("height", [3, 20, 61, 199])
@pytest.mark.parametrize("clicked", [0, 0.5, 1], ids=["top", "middle", "bottom"])
def test_memory_follows_the_tiles_of_the_opening(top: int, height: int, clicked: float) -> None:
    width = 6000
    squares = bytearray(b"M" * (top * width) + b"E" * (height * width))
    squares += b"M" * (600 * width - len(squares))
    board = cast(squares, "B", 600)
    tracemalloc.reset_peak()
    before = tracemalloc.get_traced_memory()[0]
    row = top + 1 + int(clicked * (height - 3))
    assert minesweep.reveal(board, row, width // 2) == height * width
    tiles = (-(-height // 62) + 1) * (-(-width // 62) + 1)
    assert tracemalloc.get_traced_memory()[1] - before <= tiles * TILE


@pytest.mark.usefixtures("traced")
@pytest.mark.parametrize("size", [200, 1000, 4000])
def test_memory_of_a_staircase_follows_its_length(size: int) -> None:
    """It passes through three tiles for each 62 rows at the most, and is one square wide."""
    rows = [bytearray(b"B" * size) for _ in range(size)]
    for i in range(size):
        rows[i][i : i + 2] = b"E" * len(rows[i][i : i + 2])
    board = cast(bytearray().join(rows), "B", size)
    tracemalloc.reset_peak()
    before = tracemalloc.get_traced_memory()[0]
    assert minesweep.reveal(board, 0, 0) == 2 * size - 1
    tiles = 3 * (-(-size // 62) + 1)
    assert tracemalloc.get_traced_memory()[1] - before <= tiles * TILE


def three_clicks_at_a_time(clicks: int) -> None:
    """A mine, a number and an opening on one board, over and over."""
    row = list("EEEM")
    board, reveal = [row], minesweep.reveal
    for _ in range(clicks // 3):
        reveal(board, 0, 3)
        reveal(board, 0, 2)
        reveal(board, 0, 0)
        row[:] = "EEEM"


@pytest.mark.usefixtures("traced")
def test_many_clicks_on_lists() -> None:
    letters = list(LETTERS)
    three_clicks_at_a_time(300)
    counts, memory = reference_counts(letters), tracemalloc.get_traced_memory()[0]
    three_clicks_at_a_time(30_000)
    assert reference_counts(letters) == counts
    assert abs(tracemalloc.get_traced_memory()[0] - memory) < 1024


@pytest.mark.skipif(not os.environ.get("MINESWEEP_SLOW"), reason="set MINESWEEP_SLOW=1 to run it")
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux's /proc")
def test_ten_million_clicks_on_lists() -> None:
    letters = list(LETTERS)
    three_clicks_at_a_time(300)
    counts, memory = reference_counts(letters), resident_memory()
    three_clicks_at_a_time(10_000_000)
    assert reference_counts(letters) == counts
    assert resident_memory() - memory < 4 * 2**20


def resident_memory() -> int:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGESIZE")
