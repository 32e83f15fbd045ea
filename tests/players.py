"""What plays games in tests: `minesweep.Game` and `reference.Game` look the same through these."""

from typing import Any, NamedTuple

Rows = list[str]


def mines_from(rows: Rows) -> list[list[bool]]:
    """A layout from rows of text, ``*`` on a mine."""
    return [[square == "*" for square in row] for row in rows]


def places(game: Any) -> list[int]:
    """The mines of a game, each as row * columns + column."""
    cols = len(game.mines[0])
    return [
        row * cols + col for row, line in enumerate(game.mines) for col in range(cols) if line[col]
    ]


def revealed(game: Any) -> list[tuple[int, int]]:
    return [(int(row), int(col)) for row, col in game.revealed]


def visible(game: Any) -> list[list[int]]:
    return [[int(value) for value in line] for line in game.visible]


class View(NamedTuple):
    """What a player may know of a game."""

    visible: list[list[int]]
    revealed: list[tuple[int, int]]
    won: bool
    lost: bool
    over: bool
    safe_left: int
    n_mines: int
    text: str


def view(game: Any) -> View:
    return View(
        visible(game), revealed(game), game.won, game.lost, game.over, game.safe_left,
        game.n_mines, str(game),
    )  # fmt: skip


class Player:
    """Carries out actions as they are written down, and keeps the question marks."""

    def __init__(self, game: Any, marks: bool) -> None:
        self.game, self.with_marks = game, marks
        self.marked: set[tuple[int, int]] = set()

    def act(self, action: str) -> int:
        """Carry out an action; the number of squares that it changed, 0 for flags."""
        name, *square = action.split()
        row, col = map(int, square)
        if name == "Q":
            self.with_marks = not self.with_marks
        elif name == "F":
            self._flag(row, col)
        else:
            move = self.game.reveal if name == "L" else self.game.chord
            count = move(row, col)
            self.marked -= set(revealed(self.game))
            return count
        return 0

    def _flag(self, row: int, col: int) -> None:
        if (row, col) in self.marked:
            self.marked.remove((row, col))
            return
        had_flag = self.game.visible[row][col] == -2
        has_flag = self.game.flag(row, col)
        if had_flag and not has_flag and self.with_marks:
            self.marked.add((row, col))

    def board(self) -> Rows:
        """What the player sees, with question marks."""
        lines = [list(line) for line in str(self.game).splitlines()]
        for row, col in self.marked:
            lines[row][col] = "?"
        return ["".join(line) for line in lines]


def state(game: Any) -> str:
    assert game.over == (game.won or game.lost)
    assert not (game.won and game.lost)
    return "won" if game.won else "lost" if game.lost else "playing"
