"""The command ``minesweep``: reads a board, clicks, and prints the board in the form it came in."""

import argparse
import codecs
import json
import os
import re
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from itertools import takewhile
from pathlib import Path
from typing import Any, NoReturn

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

It is UTF-8, or UTF-16 or UTF-32 with a byte order mark, and is printed in the form it came in.
Bad input is one line on standard error and exit status 2.
"""

_COLOURS = zip("MXEB12345678", (35, 41, 2, 90, 94, 32, 91, 34, 31, 36, 33, 95), strict=True)
_PALETTE = str.maketrans({letter: f"\x1b[{code}m{letter}\x1b[0m" for letter, code in _COLOURS})

_LINE_END = re.compile(r"\r\n?|\n")

# UTF-32 first: its little-endian mark begins with that of UTF-16.
_MARKS = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, and whose output has been written when it exits.

    argparse would print the usage above an error, and would not notice a full disk.
    """

    given: Sequence[str]

    def print_help(self, file: object = None) -> None:
        if any(re.match("-h.", text) for text in takewhile(lambda text: text != "--", self.given)):
            self.error("-h takes no value")  # argparse takes -h.txt for -h from CPython 3.14 on
        self.exit(self.write(self.format_help().rstrip()))

    def write(self, text: str) -> int:
        """Write to standard output; returns the exit status, which is 1 if its reader has left."""
        try:
            print(text, flush=True)
        except OSError as error:
            # Python flushes once more on its way out, and must not fail again.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            if isinstance(error, BrokenPipeError):
                return 1
            self.fail(f"standard output: {error.strerror}")
        return 0

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments. One of them may be a file whose name looks like an option."""
        for text in takewhile(lambda text: text != "--", self.given):
            if re.match(r"-[^-\d]", text) or (text[:2] == "--" and os.path.lexists(text)):
                self.fail(f"{message}; if {text} is a file, write ./{text} or put -- before it")
        self.fail(message)

    def fail(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: error: {' '.join(message.splitlines())}\n")


class _Version(argparse.Action):
    def __call__(self, parser: Any, *_: object) -> None:
        parser.exit(parser.write(f"{parser.prog} {__version__}"))


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; wrong arguments and bad input end in `SystemExit`, as argparse does it."""
    try:
        return _run(sys.argv[1:] if argv is None else argv)
    except KeyboardInterrupt:
        # End by the signal itself: the shell sees what happened, and there is no traceback.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.raise_signal(signal.SIGINT)
        raise


def _run(argv: Sequence[str]) -> int:
    parser = _parser(argv)
    if sys.stdout is None:
        parser.fail("standard output is closed")
    options = parser.parse_args(argv)
    if options.command is None:
        return parser.write(_example())
    try:
        output = _reveal(options)
    except (OSError, IndexError, TypeError, ValueError) as error:
        name = "standard input" if options.file == "-" else options.file
        parser.fail(f"{name}: {getattr(error, 'strerror', None) or error}")
    return parser.write(output)


def _parser(given: Sequence[str]) -> _Parser:
    parser = _Parser(
        prog="minesweep",
        description="Reveal Minesweeper boards by the rule of LeetCode problem 529. "
        "Without a command: the first example of that problem.",
        epilog="All about boards: minesweep reveal --help",
    )
    show_version = "show the version and exit"
    parser.add_argument("--version", action=_Version, nargs=0, help=show_version)
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
    drawing = (
        "draw it with row and column numbers, in colour on a terminal "
        "unless NO_COLOR is set or TERM is dumb"
    )
    command.add_argument("--pretty", action="store_true", help=drawing)
    parser.given = command.given = given
    return parser


def _reveal(options: argparse.Namespace) -> str:
    row, col = _integer("row", options.row), _integer("column", options.col)
    board, write = _parse(_read(options.file))
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
        "To reveal a board of your own, see: minesweep reveal --help"
    )


def _integer(name: str, text: str) -> int:
    # int() alone takes 1_0 and digits of other scripts, and refuses thousands of digits.
    if not re.fullmatch(r"[+-]?[0-9]+", text):
        raise ValueError(f"{name} of the click must be an integer, not {text!r:.60}")
    return int(Decimal(text))


def _read(name: str) -> str:
    """The text of a file, its lines separated by newlines whatever they end with there."""
    if name == "-":
        with open(0, "rb", closefd=False) as stdin:
            content = stdin.read()
    else:
        content = Path(name).read_bytes()
    encoding = next((_MARKS[mark] for mark in _MARKS if content.startswith(mark)), "UTF-8-sig")
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode(encoding, "replace")
        line = len(_LINE_END.findall(before)) + 1
        name = encoding.removesuffix("-sig")
        raise ValueError(f"line {line} is not {name} text: {error.reason}") from None
    return _LINE_END.sub("\n", text)


def _parse(text: str) -> tuple[Board, Writer]:
    """A board, its squares not checked yet, and what writes it in the form that it came in."""
    stripped = text.strip()
    if stripped.startswith(("[", "{", '"')):
        return _parse_json(text)
    rows = stripped.split("\n") if stripped else []
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
    palette = _PALETTE if _in_colour() else {}
    squares = [" ".join(row).translate(palette) for row in board]
    return "\n".join(heading + [rule] + [f"{r:{margin}} | {s}" for r, s in enumerate(squares)])


def _in_colour() -> bool:
    dumb = os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not dumb and not os.environ.get("NO_COLOR")
