"""What plots and READMEs show of the results, and in which words."""

from dataclasses import dataclass

from comparison import text

PARTS = ("letters", "games", "probabilities")
UNITS = {"letters": "click", "games": "move", "probabilities": "position"}
"""What a time is the time of."""
BOARDS = {"letters": "boards", "games": "games", "probabilities": "positions"}
"""What is right or wrong."""
HEADINGS = {
    "letters": "Time a click (ratio to ours)",
    "games": "Moves a second (ours is so many times as fast)",
    "probabilities": "Time a position, median (ratio to ours), and what 99 % stay below",
}

LINE = (
    "expert, numbered click",
    "expert, opening of 25",
    "50×50 without mines",
    "100×100, 1 % mines",
    "300×300, 1 % mines",
    "1000×1000, 1 % mines",
    "4000×4000, 1 % mines",
)
BARS = (
    "expert, numbered click",
    "expert, opening of 25",
    "50×50 without mines",
    "300×300, 1 % mines",
    "1000×1000, 1 % mines",
    "1000×1000, 8 % mines",
)


@dataclass(frozen=True)
class Panel:
    """Of the front page's picture: ours, and what a reader would take instead."""

    title: str
    part: str
    case: str
    contestants: tuple[str, ...]


NAMES = {
    "ours_uint8": "minesweep (array)",
    "ms_toollib_own": "ms-toollib",
    "plain_bfs": "plain Python (lists)",
}
"""Of those whose names in the tables are not for the front page."""


PANELS = (
    Panel(
        "A click that opens 25 squares of 16×30",
        "letters",
        "expert, opening of 25",
        ("ours_uint8", "ours_lists", "numba_stack", "ms_toollib_own", "plain_bfs"),
    ),
    Panel(
        "A click that opens all of 50×50",
        "letters",
        "50×50 without mines",
        ("ours_uint8", "ours_lists", "numba_stack", "ms_toollib_own", "plain_bfs"),
    ),
    Panel(
        "A click that opens most of 1000×1000",
        "letters",
        "1000×1000, 1 % mines",
        ("ours_uint8", "ours_lists", "scipy_label", "numba_stack", "plain_bfs"),
    ),
    Panel(
        "A random move in each of 1,024 games of 16×30",
        "games",
        "16×30, 99 mines, first click: opening",
        ("ours_games", "numba_loop", "numpy_arrays", "ms_toollib"),
    ),
    Panel(
        "Exact mine probabilities of a position of 16×30",
        "probabilities",
        "expert, a bot's play",
        ("ours_single", "ms_toollib", "zig_minesolver"),
    ),
)


def label(part: str, seconds: float) -> str:
    """A time as plots have it: their axes are of times in every part."""
    time = text.time(seconds)
    return f"{time}, {text.rate(seconds)} a second" if part == "games" else time


def value(part: str, seconds: float) -> str:
    """A time of the results, in the words of its part."""
    return text.rate(seconds) if part == "games" else text.time(seconds)
