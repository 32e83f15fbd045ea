"""Boards and clicks that run code of their own, or are not what they seem: nothing crashes."""

import gc
import sys
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest
from forms import GUARD, LISTS, Square

import minesweep

LETTERS = "MEB12345678X"
Board = list[Any]


class Avenger(str):
    """A square that does a deed to its board when it is dropped."""

    __slots__ = ("board",)
    board: Board
    deed: Callable[[Board, "Avenger"], object] | None = None

    def __del__(self) -> None:
        if Avenger.deed is not None:
            Avenger.deed(self.board, self)


@pytest.fixture
def peace() -> Iterator[None]:
    yield
    Avenger.deed = None
    gc.collect()


def of_avengers(rows: list[str]) -> Board:
    board: Board = [[Avenger(letter) for letter in row] for row in rows]
    for square in (square for row in board for square in row):
        square.board = board
    return board


def raise_an_error(board: Board, square: Avenger) -> None:
    raise RuntimeError("a square was dropped")


DEEDS: dict[str, Callable[[Board, Avenger], object]] = {
    "clears the board": lambda board, _: board.clear(),
    "clears the rows": lambda board, _: [row.clear() for row in board],
    "shortens the rows": lambda board, _: [row.pop() for row in board if row],
    "lengthens the rows": lambda board, _: [row.extend("E" * 1000) for row in board],
    "turns the rows": lambda board, _: [row.reverse() for row in board],
    "replaces the squares": lambda board, _: [row.__setitem__(0, Square("F")) for row in board],
    "replaces the rows": lambda board, _: board.__setitem__(slice(None), [["E"] * 9] * 9),
    "puts None for the rows": lambda board, _: board.__setitem__(slice(None), [None] * 9),
    "clicks again": lambda board, _: [minesweep.reveal(board, row, 4) for row in range(8)],
    "puts itself back": lambda board, square: board[0].__setitem__(0, square),
    "collects garbage": lambda *_: gc.collect(),
    "raises an error": raise_an_error,
}


@pytest.mark.usefixtures("peace")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("deed", DEEDS.values(), ids=DEEDS)
@pytest.mark.parametrize(
    "click", [(2, 3), (1, 2), (0, 0)], ids=["a mine", "a number", "an opening"]
)
@pytest.mark.parametrize(("height", "width"), [(8, 8), (100, 100), (1100, 5)])
def test_a_square_that_runs_code_when_it_is_dropped(
    deed: Callable[[Board, Avenger], object], click: tuple[int, int], height: int, width: int
) -> None:
    """It runs when the click is done, and so the click does what it should."""
    rows = ["E" * width] * 2 + ["EEEM" + "E" * (width - 4)] + ["E" * width] * (height - 3)
    count = minesweep.reveal(LISTS.make(rows), *click)
    board = of_avengers(rows)
    deeds = 0

    def few_deeds(board: Board, square: Avenger) -> None:
        nonlocal deeds
        deeds += 1
        if deeds < 5:  # one deed can drop many squares
            deed(board, square)

    Avenger.deed = few_deeds
    assert minesweep.reveal(board, *click) == count
    assert deeds >= count
    assert repr(board)  # every row and square is a live object


class Liar(str):
    """A string that answers every question wrongly."""

    __slots__ = ()

    def __len__(self) -> int:
        return 5

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        raise RuntimeError("no hash")

    def __getitem__(self, index: Any) -> str:
        return "F"

    def __str__(self) -> str:
        return "F"

    def __repr__(self) -> str:
        raise RuntimeError("no text")


def test_a_square_is_the_character_that_it_holds() -> None:
    board = [[Liar(letter) for letter in row] for row in ("EEM", "EEE")]
    assert minesweep.reveal(board, 0, 0) == 4
    assert [list(map(type, row)) for row in board] == [[str, str, Liar], [str, str, Liar]]
    with pytest.raises(ValueError, match=r"\(0, 0\) .* not 'F'"):
        minesweep.check_board([[Liar("F")]])


class SaysOtherwise(str):
    """A string that says it is another."""

    __slots__ = ()

    def __str__(self) -> str:
        return "E"

    __repr__ = __format__ = __str__


class SaysNothing(Liar):
    """A string that fails when it is asked what it is."""

    __slots__ = ()

    def __str__(self) -> str:
        raise RuntimeError("no text")

    __format__ = __str__


@pytest.mark.parametrize("kind", [SaysOtherwise, SaysNothing])
@pytest.mark.parametrize("letter", ["F", "EE", ""])
def test_a_bad_square_is_named_as_it_is(kind: type[str], letter: str, impl: ModuleType) -> None:
    board: Board = [["E", kind(letter)]]
    for take in impl.check_board, lambda board: impl.reveal(board, 0, 0):
        with pytest.raises(ValueError, match=rf"^square \(0, 1\) .*, not '{letter}'$"):
            take(board)
    assert str.__eq__(board[0][1], letter)


class Disguised:
    """Says that it is of another class."""

    def __init__(self, kind: type, item: object) -> None:
        self._kind, self._item = kind, item

    @property
    def __class__(self) -> type:  # type: ignore[override]
        return self._kind

    def __len__(self) -> int:
        return 1

    def __getitem__(self, index: int) -> object:
        return self._item


@pytest.mark.parametrize(
    "board",
    [
        Disguised(list, ["E"]),
        [Disguised(list, "E")],
        [["E"], Disguised(list, "E")],
        [[Disguised(str, "E")]],
        [["E", Disguised(str, "E")]],
    ],
    ids=["board", "only row", "row", "only square", "square"],
)
def test_disguised_objects_are_refused(board: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        minesweep.reveal(board, 0, 0)


def test_a_board_that_is_its_own_row(impl: ModuleType) -> None:
    board: Board = []
    board.append(board)
    with pytest.raises(TypeError, match=r"\(0, 0\) .* list"):
        impl.reveal(board, 0, 0)
    assert board[0] is board


def test_one_square_in_all_places() -> None:
    square = Square("E")
    board = [[square] * 200 for _ in range(100)]
    before = sys.getrefcount(square)
    assert minesweep.reveal(board, 0, 0) == 20_000
    assert sys.getrefcount(square) == before - 20_000


class Index:
    """An index that first does something to the board."""

    def __init__(self, deed: Callable[[], object]) -> None:
        self._deed = deed

    def __index__(self) -> int:
        self._deed()
        return 1


def test_an_index_that_changes_the_board(impl: ModuleType) -> None:
    """The board counts as it is when the click is known."""
    for place in "row", "col":
        board = LISTS.make(["EE", "EE"])
        click = {"row": 1, "col": 1, place: Index(board.clear)}
        with pytest.raises(ValueError, match="at least one row"):
            impl.reveal(board, **click)
        board = LISTS.make(["EE", "EE"])
        click[place] = Index(board.pop)
        with pytest.raises(IndexError, match="1 row and 2 columns"):
            impl.reveal(board, **click)
        board = LISTS.make(["EE", "EE"])
        click[place] = Index(lambda board=board: board[1].pop())
        with pytest.raises(ValueError, match="row 1 has 1 square"):
            impl.reveal(board, **click)
        assert board == [["E", "E"], ["E"]]


def test_an_index_that_releases_the_buffer() -> None:
    board = memoryview(bytearray(4)).cast("B", (2, 2))
    with pytest.raises((TypeError, ValueError), match="released"):
        minesweep.reveal(board, Index(board.release), 0)


def test_an_index_that_fails(impl: ModuleType) -> None:
    board = LISTS.make(["EE", "EE"])
    with pytest.raises(ZeroDivisionError):
        impl.reveal(board, 0, Index(lambda: 1 // 0))
    assert board == LISTS.make(["EE", "EE"])


def test_a_click_that_changes_the_board(impl: ModuleType) -> None:
    def clear_and_click() -> Iterator[int]:
        board.clear()
        yield from (0, 0)

    board = LISTS.make(["EE", "EE"])
    with pytest.raises(ValueError, match="at least one row"):
        impl.updateBoard(board, clear_and_click())


@pytest.mark.parametrize("dtype", ["uint8", "U1"])
@pytest.mark.parametrize("shape", [(5, 70), (70, 5), (130, 130)], ids=str)
@pytest.mark.parametrize("steps", [(0, 1), (1, 0), (0, 0), (1, 1), (-1, 1), (3, -1)], ids=str)
def test_squares_that_share_memory(
    dtype: str, shape: tuple[int, int], steps: tuple[int, int]
) -> None:
    """What they become is not specified; that nothing else is written is."""
    np = pytest.importorskip("numpy")
    item = np.dtype(dtype).itemsize
    memory = bytearray([GUARD]) * (item * 4000)
    down, right = (item * step for step in steps)
    board = np.ndarray(shape, dtype, memory, item * 2000, (down, right))
    board[...] = "E" if dtype == "U1" else ord("E")
    written = len(memory) - memory.count(GUARD)
    assert 1 <= minesweep.reveal(board, 1, 1) <= board.size
    assert set(memoryview(board).tobytes()) <= {0, ord("E"), ord("B")}
    assert len(memory) - memory.count(GUARD) == written


def test_characters_that_overlap_byte_by_byte() -> None:
    np = pytest.importorskip("numpy")
    memory = bytearray([GUARD]) * 64 + bytearray(b"E\0\0\0" * 50) + bytearray([GUARD]) * 64
    board = np.ndarray((3, 60), "U1", memory, 64, (1, 1))
    with pytest.raises(ValueError, match="square"):
        minesweep.reveal(board, 0, 0)
    assert memory.count(GUARD) == 128


@pytest.mark.skipif(sys.version_info < (3, 12), reason="__buffer__ came with Python 3.12")
def test_a_class_that_exports_a_buffer() -> None:
    class Exporter:
        memory = bytearray(b"EEMEEE")
        released = 0

        def __buffer__(self, flags: int) -> memoryview:
            return memoryview(self.memory).cast("B", (2, 3))

        def __release_buffer__(self, view: memoryview) -> None:
            self.released += 1
            view.release()

    board = Exporter()
    assert minesweep.updateBoard(board, (0, 0)) is board
    assert board.memory == b"B1MB1E"
    assert board.released == 1
