"""The command ``minesweep``: reads a board, clicks, and prints the board in the form it came in."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NoReturn

from minesweep._core import check_board, reveal
from minesweep._version import __version__

Board = list[list[str]]
Writer = Callable[[Board], str]

_FORMS = """\
A board has the letters M (unrevealed mine), E (unrevealed empty), B (revealed blank),
1 to 8 (revealed number) and X (revealed mine), and comes in one of these forms:

  JSON, a list of lists     [["E", "M"], ["E", "E"]]
  JSON, a list of strings   ["EM", "EE"]
  text                      one row a line, letters side by side or with blanks between

It is printed in the form it came in. Bad input is one line on standard error and exit status 2.
"""

_COLOURS = zip("MXEB12345678", (35, 41, 2, 90, 94, 32, 91, 34, 31, 36, 33, 95), strict=True)
_PALETTE = str.maketrans({letter: f"\x1b[{code}m{letter}\x1b[0m" for letter, code in _COLOURS})


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line: argparse would print the usage above it."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: error: {' '.join(message.splitlines())}\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; wrong arguments and bad input end in `SystemExit`, as argparse does it."""
    parser = _parser()
    options = parser.parse_args(argv)
    if options.command is None:
        output = _example()
    else:
        try:
            output = _reveal(options)
        except (OSError, IndexError, TypeError, ValueError) as error:
            name = "standard input" if options.file == "-" else options.file
            parser.error(f"{name}: {getattr(error, 'strerror', None) or error}")
    try:
        print(output, flush=True)
    except OSError as error:
        # Python flushes once more on its way out, and must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 1
        parser.error(f"standard output: {error.strerror}")
    return 0


def _parser() -> _Parser:
    parser = _Parser(
        prog="minesweep",
        description="Reveal Minesweeper boards by the rule of LeetCode problem 529. "
        "Without a command: the first example of that problem.",
        epilog="All about boards: minesweep reveal --help",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    summary = "click on a square of a board and print the board"
    command = parser.add_subparsers(dest="command", metavar="COMMAND").add_parser(
        "reveal",
        help=summary,
        description=f"{summary.capitalize()}.",
        epilog=_FORMS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("file", metavar="FILE", help="the board; - is standard input")
    # Row and column stay text here: the error for what is no integer names the file too.
    command.add_argument("row", metavar="ROW", help="row of the click, from 0")
    command.add_argument("col", metavar="COL", help="column of the click, from 0")
    neighbours = "8 (default): all neighbours of a square count; 4: those at its edges"
    command.add_argument("--connectivity", type=int, choices=(4, 8), default=8, help=neighbours)
    drawing = "draw it with row and column numbers, in colour on a terminal unless NO_COLOR is set"
    command.add_argument("--pretty", action="store_true", help=drawing)
    return parser


def _reveal(options: argparse.Namespace) -> str:
    row, col = _integer("row", options.row), _integer("column", options.col)
    board, write = _parse(_read(options.file).strip())
    check_board(board)
    reveal(board, row, col, connectivity=options.connectivity)
    return _draw(board) if options.pretty else write(board)


def _example() -> str:
    board = [list(row) for row in ("EEEEE", "EEMEE", "EEEEE", "EEEEE")]
    before = _draw(board)
    opened = reveal(board, 3, 0)
    return (
        f"The first example of LeetCode problem 529:\n\n{before}\n\n"
        f"A click on row 3, column 0 reveals {opened} squares:\n\n{_draw(board)}\n\n"
        "To reveal a board of your own, see: minesweep --help"
    )


def _integer(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"{name} of the click must be an integer, not {text!r:.60}") from None


def _read(name: str) -> str:
    if name == "-":
        with open(0, "rb", closefd=False) as stdin:
            content = stdin.read()
    else:
        content = Path(name).read_bytes()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise ValueError(f"line {line} is not UTF-8 text: {error.reason}") from None


def _parse(text: str) -> tuple[Board, Writer]:
    """A board, its squares not checked yet, and what writes it in the form that it came in."""
    if text.startswith(("[", "{", '"')):
        return _parse_json(text)
    rows = text.split("\n") if text else []
    if rows and len(rows[0].split()) > 1:
        return [row.split() for row in rows], lambda board: "\n".join(map(" ".join, board))
    return [list(row.strip()) for row in rows], lambda board: "\n".join(map("".join, board))


def _parse_json(text: str) -> tuple[Board, Writer]:
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"cannot be read as JSON: {error}") from None
    if not isinstance(rows, list):
        raise TypeError("a board in JSON must be a list of lists or a list of strings")
    kind = str if rows and isinstance(rows[0], str) else list
    for number, row in enumerate(rows):
        if not isinstance(row, kind):
            raise TypeError(f"row {number} must be a {'string' if kind is str else 'list'}")
    if kind is str:
        return [list(row) for row in rows], lambda board: _json(map("".join, board))
    return rows, _json


def _json(rows: Iterable[object]) -> str:
    return "[" + ",\n ".join(map(json.dumps, rows)) + "]"


def _draw(board: Board) -> str:
    """A drawing with numbered rows and columns; a column's number is read downwards."""
    rows, cols = len(board), len(board[0])
    margin, depth = len(str(rows - 1)), len(str(cols - 1))
    numbers = zip(*(f"{col:{depth}}" for col in range(cols)), strict=True)
    heading = [f"{'':{margin}} | {' '.join(digits)}" for digits in numbers]
    rule = "-" * margin + "-+" + "-" * 2 * cols
    colour = sys.stdout is not None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    palette = _PALETTE if colour else {}
    squares = [" ".join(row).translate(palette) for row in board]
    return "\n".join(heading + [rule] + [f"{r:{margin}} | {s}" for r, s in enumerate(squares)])
