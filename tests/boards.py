"""Large boards, built rather than stored: each is a list of rows of text."""

from collections.abc import Iterator

Rows = list[str]


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


def _random_numbers(seed: int) -> Iterator[int]:
    """The upper 24 bits of a linear congruential generator (Numerical Recipes' constants)."""
    state = seed
    while True:
        state = (1664525 * state + 1013904223) % 2**32
        yield state >> 8
