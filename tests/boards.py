"""Large boards, built rather than stored: each is a list of rows of text."""

import itertools
from collections.abc import Iterator

Rows = list[str]
Square = tuple[int, int]


def empty(rows: int, cols: int) -> Rows:
    """No mines."""
    return ["E" * cols] * rows


def scattered(rows: int, cols: int, per_mille: int, seed: int) -> Rows:
    """Mines at random: the same ones for the same seed, on every Python."""
    numbers = _random_numbers(seed)
    return [
        "".join("M" if next(numbers) % 1000 < per_mille else "E" for _ in range(cols))
        for _ in range(rows)
    ]


def serpentine(rows: int, cols: int) -> Rows:
    """One corridor, three wide, along the rows; its walls end at the right and left in turn."""
    walls = "M" * (cols - 3) + "EEE", "EEE" + "M" * (cols - 3)
    return [walls[row // 4 % 2] if row % 4 == 3 else "E" * cols for row in range(rows)]


def columns_serpentine(rows: int, cols: int) -> Rows:
    """The serpentine along the columns."""
    return ["".join(column) for column in zip(*serpentine(cols, rows), strict=True)]


def comb(rows: int, cols: int) -> Rows:
    """A corridor along the top, and from it one down each three columns: all dead ends."""
    tooth = "".join("M" if col % 4 == 3 else "E" for col in range(cols))
    return ["E" * cols if row < 3 else tooth for row in range(rows)]


def lattice(rows: int, cols: int, pitch: int) -> Rows:
    """Single mines at equal distances."""
    mined = "".join("M" if col % pitch == pitch - 1 else "E" for col in range(cols))
    return [mined if row % pitch == pitch - 1 else "E" * cols for row in range(rows)]


def rooms(rows: int, cols: int, pitch: int) -> Rows:
    """Square rooms with walls of mines and without doors."""
    inside = "".join("M" if col % pitch == pitch - 1 else "E" for col in range(cols))
    return ["M" * cols if row % pitch == pitch - 1 else inside for row in range(rows)]


def spiral(size: int) -> Rows:
    """One corridor, three wide, that winds inwards from the top left corner."""
    board = [["M"] * size for _ in range(size)]

    def carve(top: int, left: int, bottom: int, right: int) -> None:
        for row in board[top : bottom + 1]:
            row[left : right + 1] = "E" * (right + 1 - left)

    # A turn runs along the top, down the right, back along the bottom and up the left; there it
    # stops four rows short of its start, and a door leads into the next turn, four squares in.
    for first in range(0, size // 2, 4):
        last = size - 1 - first
        if last - first < 2:
            break
        carve(first, max(first - 4, 0), first + 2, last)
        carve(first, last - 2, last, last)
        carve(last - 2, first, last, last)
        if last - first >= 6:
            carve(first + 4, first, last, first + 2)
            carve(first + 4, first, first + 6, first + 4)
    return ["".join(row) for row in board]


def staircase(size: int, step: int = 1) -> Rows:
    """Unrevealed squares along the diagonal, in stairs so many squares wide, amid revealed ones.

    With `step` 0 they touch at their corners alone.
    """
    return [("2" * row + "E" * (step + 1)).ljust(size, "2")[:size] for row in range(size)]


def hairpins(rows: int, cols: int) -> Rows:
    """The serpentine with a corridor of one square and walls of one revealed square."""
    walls = "2" * (cols - 1) + "E", "E" + "2" * (cols - 1)
    return [walls[row // 2 % 2] if row % 2 else "E" * cols for row in range(rows)]


def coil(size: int) -> Rows:
    """The spiral with a corridor of one square and walls of one revealed square."""
    board = [["2"] * size for _ in range(size)]
    row, col, length = 0, 0, size - 1
    for turn, (down, right) in enumerate(itertools.cycle([(0, 1), (1, 0), (0, -1), (-1, 0)])):
        if turn > 2 and turn % 2:  # each second leg is two squares shorter, but for the first
            length -= 2
        if length < 1:
            return ["".join(line) for line in board]
        for _ in range(length):
            board[row][col] = "E"
            row, col = row + down, col + right
        board[row][col] = "E"
    raise AssertionError


def chequered(rows: int, cols: int) -> Rows:
    """Unrevealed squares that touch at corners alone, and revealed ones between them."""
    return ["".join("E2"[(row + col) % 2] for col in range(cols)) for row in range(rows)]


def cross(rows: int, cols: int, row: int, col: int) -> Rows:
    """One row and one column of unrevealed squares amid revealed ones."""
    upright = "2" * col + "E" + "2" * (cols - 1 - col)
    return ["E" * cols if each == row else upright for each in range(rows)]


def porous(rows: int, cols: int, per_mille: int, seed: int) -> Rows:
    """Unrevealed squares at random, so many in a thousand, amid revealed ones."""
    turned = scattered(rows, cols, per_mille, seed)
    return [line.translate(str.maketrans("ME", "E2")) for line in turned]


def furnished(rows: Rows, seed: int) -> Rows:
    """The board with letters of all kinds for its mines: some mines, some revealed."""
    numbers = _random_numbers(seed)
    kinds = "MMMXB12345678"
    return [
        "".join(kinds[next(numbers) % len(kinds)] if letter == "M" else letter for letter in line)
        for line in rows
    ]


def symmetries(rows: Rows, *squares: Square) -> Iterator[tuple[Rows, list[Square]]]:
    """A board in the eight ways to turn and mirror it, and where these squares are then."""
    turned, places = list(rows), list(squares)
    for _ in range(4):
        turned = ["".join(column) for column in zip(*turned, strict=True)]
        places = [(col, row) for row, col in places]
        yield turned, places
        turned = [line[::-1] for line in turned]
        places = [(row, len(turned[0]) - 1 - col) for row, col in places]
        yield turned, places


def _random_numbers(seed: int) -> Iterator[int]:
    """The upper 24 bits of a linear congruential generator (Numerical Recipes' constants)."""
    state = seed
    while True:
        state = (1664525 * state + 1013904223) % 2**32
        yield state >> 8
