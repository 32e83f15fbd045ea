"""The command line: as its users start it, and through ``main`` where a process adds nothing."""

import json
import os
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from shutil import which

import pytest

from minesweep import __version__, reference
from minesweep._cli import main

BEFORE = ["EEEEE", "EEMEE", "EEEEE", "EEEEE"]
AFTER = ["B1E1B", "B1M1B", "B111B", "BBBBB"]

posix_only = pytest.mark.skipif(
    sys.platform in ("win32", "emscripten"), reason="needs a POSIX system"
)


def environment(**changes: str) -> dict[str, str]:
    """This process's own, without what would change how the command writes."""
    own = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "PYTHONUNBUFFERED")}
    return own | {"TERM": "xterm"} | changes


def minesweep(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "minesweep", *arguments],
        input=given,
        capture_output=True,
        env=environment(),
        check=False,
    )


def on_terminal(*arguments: str, **variables: str) -> str:
    """What the command writes to a pseudo-terminal."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "minesweep", *arguments]
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment(**variables)
    ) as process:
        os.close(theirs)
        written = b""
        try:
            while part := os.read(ours, 4096):
                written += part
        except OSError:
            pass  # how Linux says that the other end is closed
        os.close(ours)
    assert process.returncode == 0, written
    return written.decode().replace("\r\n", "\n")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "the board"


def reveal(file: Path, content: str | bytes, *arguments: str) -> int:
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return main(["reveal", str(file), *arguments])


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line that the command has for these arguments."""
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    out, err = capsys.readouterr()
    assert stop.value.code == 2
    assert out == ""
    assert err.count("\n") == 1
    assert err.endswith("\n")
    assert err.startswith("minesweep")
    return err


# The forms of a board

FORMS = {
    "lists": lambda rows: json.dumps([list(row) for row in rows]),
    "strings": json.dumps,
    "text": "\n".join,
    "spaced text": lambda rows: "\n".join(map(" ".join, rows)),
}


@pytest.mark.parametrize("form", FORMS)
def test_prints_the_board_in_the_form_it_came_in(form, file, capsys):
    assert reveal(file, FORMS[form](BEFORE), "3", "0") == 0
    out, err = capsys.readouterr()
    if form in ("lists", "strings"):
        assert json.loads(out) == json.loads(FORMS[form](AFTER))
    else:
        assert out == FORMS[form](AFTER) + "\n"
    assert err == ""


@pytest.mark.parametrize("form", FORMS)
def test_what_it_prints_it_reads_again(form, file, capsys):
    reveal(file, FORMS[form](BEFORE), "3", "0")
    first = capsys.readouterr().out
    reveal(file, first, "0", "2")
    second = capsys.readouterr().out
    board = [list(row) for row in AFTER]
    reference.reveal(board, 0, 2)
    assert second == first.replace("E", board[0][2])
    assert second != first


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("before", "after"), [(["E"], ["B"]), (["E", "M"], ["1", "M"]), (["EM"], ["1M"])]
)
def test_boards_of_one_row_or_column(form, before, after, file, capsys):
    assert reveal(file, FORMS[form](before), "0", "0") == 0
    out = capsys.readouterr().out
    assert "".join(filter(str.isalnum, out)) == "".join(after)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "dress",
    [
        lambda text: text + "\n\n \n",
        lambda text: "\n" + text,
        lambda text: text.replace("\n", "\r\n") + "\r\n",
        lambda text: text.replace("\n", "\r") + "\r",
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", " \n") + " ",
        lambda text: "  " + text.replace("\n", "\n  "),
    ],
    ids=["blank end", "blank start", "CRLF", "CR", "BOM", "trailing blanks", "indented"],
)
def test_white_space_around_rows_and_a_bom_are_no_part_of_the_board(form, dress, file, capsys):
    reveal(file, FORMS[form](BEFORE), "3", "0")
    plain = capsys.readouterr().out
    assert reveal(file, dress(FORMS[form](BEFORE)), "3", "0") == 0
    assert capsys.readouterr().out == plain


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_a_byte_order_mark_tells_the_encoding(encoding, form, file, capsys):
    reveal(file, FORMS[form](BEFORE), "3", "0")
    plain = capsys.readouterr().out
    content = "\ufeff" + FORMS[form](BEFORE).replace("\n", "\r\n")
    assert reveal(file, content.encode(encoding), "3", "0") == 0
    assert capsys.readouterr().out == plain


def test_line_ends_of_three_kinds_in_one_file(file, capsys):
    reveal(file, "EE\rEE\r\nEE\nEM\r", "0", "0")
    assert capsys.readouterr().out == "BB\nBB\n11\nEM\n"


def test_lists_are_printed_a_row_a_line(file, capsys):
    reveal(file, '[["E","M"],["E","E"]]', "0", "0")
    assert capsys.readouterr().out == '[["1", "M"],\n ["E", "E"]]\n'


# The click

MINE_AT_A_CORNER = "EEE\nEEE\nEEM\n"


def test_connectivity_8_is_the_default(file, capsys):
    reveal(file, MINE_AT_A_CORNER, "1", "1")
    by_default = capsys.readouterr().out
    reveal(file, MINE_AT_A_CORNER, "1", "1", "--connectivity", "8")
    assert capsys.readouterr().out == by_default == "EEE\nE1E\nEEM\n"


def test_connectivity_4(file, capsys):
    assert reveal(file, MINE_AT_A_CORNER, "1", "1", "--connectivity", "4") == 0
    assert capsys.readouterr().out == "BBB\nBB1\nB1M\n"


def test_click_on_a_mine(file, capsys):
    assert reveal(file, MINE_AT_A_CORNER, "2", "2") == 0
    assert capsys.readouterr().out == "EEE\nEEE\nEEX\n"


def test_click_on_a_revealed_square_is_no_error(file, capsys):
    assert reveal(file, "1M\n", "0", "0") == 0
    assert capsys.readouterr().out == "1M\n"


def test_the_file_stays_as_it_is(file):
    reveal(file, "EM\r\n", "0", "0")
    assert file.read_bytes() == b"EM\r\n"


# As a process


def test_standard_input():
    run = minesweep("reveal", "-", "0", "0", given=b"EM")
    assert (run.returncode, run.stdout.split(), run.stderr) == (0, [b"1M"], b"")


@pytest.mark.skipif(sys.platform == "emscripten", reason="there are no processes here")
def test_the_installed_command(file):
    try:
        distribution("minesweep")
    except PackageNotFoundError:
        pytest.skip("the package is not installed in this environment")
    command = which("minesweep", path=sysconfig.get_path("scripts"))
    assert command is not None
    file.write_text("EM")
    run = subprocess.run(
        [command, "reveal", file, "0", "0"], capture_output=True, text=True, check=True
    )
    assert run.stdout == "1M\n"


def test_version():
    assert minesweep("--version").stdout.split() == [b"minesweep", __version__.encode()]


def test_alone_it_shows_the_first_example_and_names_the_help():
    run = minesweep()
    assert (run.returncode, run.stderr) == (0, b"")
    squares = [line.split(" | ")[1].replace(" ", "") for line in drawn_rows(run.stdout.decode())]
    assert squares == BEFORE + AFTER
    assert b"minesweep reveal --help" in run.stdout
    assert minesweep("--help").returncode == 0


def test_errors_of_a_process():
    run = minesweep("reveal", "-", "0", "0", given=b"EE\nEF")
    assert (run.returncode, run.stdout) == (2, b"")
    (line,) = run.stderr.decode().splitlines()
    assert "standard input" in line
    assert "(1, 1)" in line
    assert "'F'" in line


@posix_only
def test_a_reader_that_leaves_early_is_no_failure_to_speak_of(file):
    file.write_text("E" * 1000 + ("\n" + "E" * 1000) * 300)  # more than a pipe holds
    with subprocess.Popen(
        [sys.executable, "-m", "minesweep", "reveal", str(file), "0", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdout.readline().strip() == b"B" * 1000
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


def redirected(redirection: str, *arguments: str, **variables: str) -> tuple[int, str]:
    """Exit status and standard error of the command with its output redirected by a shell."""
    command = ["sh", "-c", f'exec "$@" {redirection}', "sh", sys.executable, "-m", "minesweep"]
    run = subprocess.run(
        [*command, *arguments],
        input=b"EM",
        capture_output=True,
        env=environment(**variables),
        check=False,
    )
    assert run.stdout == b""
    return run.returncode, run.stderr.decode()


@posix_only
class TestOutputThatCannotBeWritten:
    @pytest.fixture(
        params=[
            "",
            "--version",
            "--help",
            "reveal --help",
            "reveal - 0 0",
            "reveal - 0 0 --pretty",
        ]
    )
    def arguments(self, request: pytest.FixtureRequest) -> Sequence[str]:
        return request.param.split()

    def test_standard_output_is_closed(self, arguments):
        status, errors = redirected(">&-", *arguments)
        assert (status, errors) == (2, "minesweep: error: standard output is closed\n")

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
    @pytest.mark.parametrize("unbuffered", [{}, {"PYTHONUNBUFFERED": "1"}])
    def test_the_disk_is_full(self, arguments, unbuffered):
        status, errors = redirected(">/dev/full", *arguments, **unbuffered)
        assert status == 2
        assert errors.count("\n") == 1
        assert errors.startswith("minesweep")
        assert "error: standard output: No space left on device" in errors

    def test_the_reader_has_left(self, arguments):
        theirs, ours = os.pipe()
        os.close(theirs)
        run = subprocess.run(
            [sys.executable, "-m", "minesweep", *arguments],
            input=b"EM",
            stdout=ours,
            stderr=subprocess.PIPE,
            env=environment(),
            check=False,
        )
        os.close(ours)
        assert (run.returncode, run.stderr) == (1, b"")


@posix_only
def test_an_error_that_nobody_can_read_is_one_by_its_status():
    assert redirected("2>&-", "reveal", "-", "1", "0") == (2, "")


@posix_only
def test_standard_input_is_closed():
    status, errors = redirected("<&-", "reveal", "-", "0", "0")
    assert (status, errors.count("\n")) == (2, 1)
    assert "standard input: Bad file descriptor" in errors


# In the background, a shell may have left a process that ignores Ctrl-C, and so do its children.
HEARING_CTRL_C = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.executable, [sys.executable, "-m", "minesweep", *sys.argv[1:]])
"""


@posix_only
def test_ctrl_c_ends_it_by_the_signal_and_silently(file):
    os.mkfifo(file)
    process = subprocess.Popen(
        [sys.executable, "-c", HEARING_CTRL_C, "reveal", str(file), "0", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    with process, file.open("wb"):  # which waits until the command has opened it, to read
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, out, err) == (-signal.SIGINT, b"", b"")


# Bad input


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("EEE\nEFE", ["(1, 1)", "'F'"]),
        ("EEE\nEE", ["row 1", "2 squares", "3"]),
        ("EEE\n\nEEE", ["row 1", "0 squares"]),
        ("EEE\nE E", ["(1, 1)", "' '"]),
        ("E E E\nE EE", ["row 1", "2 squares"]),
        ("EEE\n0EE", ["(1, 0)", "'0'"]),
        ("", ["at least one row"]),
        (" \r\n\n", ["at least one row"]),
        ("null", ["(0, 0)", "'n'"]),
        ("EEE\nE\x0cE", ["(1, 1)"]),
        ("[]", ["at least one row"]),
        ("[[]]", ["at least one column"]),
        ('[""]', ["at least one column"]),
        ('["EEE", "EmE"]', ["(1, 1)", "'m'"]),
        ('[["E", "E"], ["E", "EE"]]', ["(1, 1)", "'EE'"]),
        ('[["E", "E"], ["E", ""]]', ["(1, 1)", "''"]),
        ('[["E", "E"], ["E", 1]]', ["(1, 1)", "int"]),
        ('[["E", "E"], ["E", null]]', ["(1, 1)", "NoneType"]),
        (r'[["E", "\ud800"]]', ["(0, 1)"]),
        ('[["E", "E"], ["E"]]', ["row 1", "1 square"]),
        ('["EE", "E"]', ["row 1", "1 square"]),
        ('["EE", ["E", "E"]]', ["row 1", "string"]),
        ('[["E", "E"], "EE"]', ["row 1", "list"]),
        ("[1, 2]", ["row 0", "list"]),
        ('{"board": []}', ["list of lists"]),
        ('"EE"', ["list of lists"]),
        ('[["E", "E"],\n ["E" "E"]]', ["JSON", "line 2 column 7"]),
        ('[["E"]', ["JSON"]),
        ('[["E"]] EE', ["JSON"]),
        pytest.param(
            "[" * 100_000,
            ["JSON"],
            marks=pytest.mark.skipif(
                sys.platform == "emscripten", reason="Python's own parser exhausts the stack"
            ),
        ),
        ("[" + "9" * 5000 + "]", ["JSON"]),
        (b"\xff\nEE\nEE", ["line 1 is not UTF-8 text: invalid start byte"]),
        (b"EE\nE\xff\nEE", ["line 2 is not UTF-8 text"]),
        (b"\xef\xbb\xbfEE\r\nEE\rE\xff\r", ["line 3 is not UTF-8 text"]),
        ("\ufeffEE\nEE".encode("utf-16-le")[:-1], ["line 2 is not UTF-16 text: truncated data"]),
        ("\ufeffE\nE\nE".encode("utf-32-be")[:-1], ["line 3 is not UTF-32 text: truncated data"]),
        ("EE\nEE".encode("utf-16-le"), [r"(0, 1)", r"'\x00'"]),
        ('\n\n[["E"],\r ["E" "E"]]', ["JSON", "line 4 column 7"]),
    ],
)
def test_a_bad_board_is_one_line_that_says_where(content, named, file, capsys):
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    line = refusal(capsys, "reveal", str(file), "0", "0")
    assert str(file) in line
    for part in named:
        assert part in line.replace(str(file), "")


@pytest.mark.parametrize(
    ("row", "col", "named"),
    [
        ("2", "0", ["(2, 0)", "2 rows", "3 columns"]),
        ("0", "3", ["(0, 3)", "2 rows", "3 columns"]),
        ("-1", "0", ["(-1, 0)"]),
        ("0", "-1", ["(0, -1)"]),
        (str(2**64), "0", [f"({2**64}, 0)", "2 rows"]),
        ("-0001", "0", ["(-1, 0)"]),
        ("1_0", "0", ["row", "integer", "'1_0'"]),
        ("0", "\u0660", ["column", "integer", "'\u0660'"]),
        ("²", "0", ["row", "integer"]),
        (" 0", "0", ["row", "integer", "' 0'"]),
        ("0", "0\n", ["column", "integer"]),
        ("--1", "0", ["row", "integer", "'--1'"]),
        ("1e0", "0", ["row", "integer", "'1e0'"]),
        ("Infinity", "0", ["row", "integer"]),
        ("one", "0", ["row", "'one'"]),
        ("0", "1.5", ["column", "'1.5'"]),
        ("", "0", ["row", "''"]),
        ("0", "9" * 5000, ["outside the board", "2 rows", "3 columns"]),
        ("-" + "9" * 5000, "0", ["outside the board", "2 rows", "3 columns"]),
    ],
)
def test_a_bad_click_is_one_line_that_says_which(row, col, named, file, capsys):
    file.write_text("EEE\nEEE")
    line = refusal(capsys, "reveal", "--", str(file), row, col)
    assert len(line) < 300 + len(str(file))
    for part in [str(file), *named]:
        assert part in line


def test_numbers_may_have_a_sign_and_zeros_before_them(file, capsys):
    assert reveal(file, "EE\nEM", "+0", "0" * 5000 + "1") == 0
    assert capsys.readouterr().out == "E1\nEM\n"
    assert reveal(file, "EE\nEM", "-0", "0") == 0
    assert capsys.readouterr().out == "1E\nEM\n"


@pytest.mark.parametrize("pretty", [(), ("--pretty",)])
def test_a_bad_square_far_from_the_click_is_found(pretty, file, capsys):
    file.write_text("1" * 50 + "\n" + "1" * 49 + "?")
    assert "(1, 49)" in refusal(capsys, "reveal", str(file), "0", "0", *pretty)


def test_a_file_that_is_missing(file, capsys):
    assert f"{file}: No such file" in refusal(capsys, "reveal", str(file), "0", "0")


def test_a_directory(tmp_path, capsys):
    assert str(tmp_path) in refusal(capsys, "reveal", str(tmp_path), "0", "0")


@posix_only
def test_a_file_name_of_two_lines_is_told_in_one(tmp_path, capsys):
    assert "two lines" in refusal(capsys, "reveal", str(tmp_path / "two\nlines"), "0", "0")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["reveal"], "FILE"),
        (["reveal", "-", "0"], "COL"),
        (["reveal", "-", "0", "0", "0"], "unrecognized"),
        (["reveal", "-", "0", "0", "--connectivity", "5"], "--connectivity"),
        (["reveal", "-", "0", "0", "--connectivity", "x"], "--connectivity"),
        (["open", "-", "0", "0"], "'open'"),
        (["--colour"], "--colour"),
    ],
)
def test_wrong_arguments_are_one_line(arguments, named, capsys):
    assert named in refusal(capsys, *arguments)


class TestAFileWhoseNameBeginsWithADash:
    @pytest.fixture(params=["-board.txt", "-h.txt", "--board.txt"])
    def name(self, request: pytest.FixtureRequest, tmp_path, monkeypatch) -> str:
        monkeypatch.chdir(tmp_path)
        Path(request.param).write_text("EM")
        return request.param

    def test_is_not_taken_for_an_option_without_a_word(self, name, capsys):
        line = refusal(capsys, "reveal", name, "0", "0")
        assert f"write ./{name} or put -- before it" in line

    def test_is_told_apart_from_an_argument_too_many(self, name, capsys):
        line = refusal(capsys, "reveal", "-", "0", "0", name)
        assert f"write ./{name} or put -- before it" in line

    @pytest.mark.parametrize("escape", [("--",), ()])
    def test_is_read_if_one_says_so(self, name, escape, capsys):
        arguments = [*escape, name] if escape else [f"./{name}"]
        assert main(["reveal", *arguments, "0", "0"]) == 0
        assert capsys.readouterr().out == "1M\n"


def test_a_name_that_begins_with_a_dash_gets_the_hint_though_there_is_no_such_file(capsys):
    assert "./-nowhere" in refusal(capsys, "reveal", "-nowhere", "0", "0")


@pytest.mark.parametrize(
    "arguments",
    [
        ["-", "-1"],
        ["--pretty", "-", "0"],
        ["--connectivity", "4", "-", "0"],
        ["--colour", "-", "0", "0"],
        ["--" + "c" * 5000, "-", "0", "0"],
        ["--", "-", "-1"],
        ["--", "-nowhere", "0"],
        ["-", "0", "0", "0"],
        ["--", "-nowhere", "0", "0"],
    ],
)
def test_other_errors_have_no_hint_to_dashes(arguments, capsys):
    assert "./" not in refusal(capsys, "reveal", *arguments)


# The drawing


def drawn_rows(drawing: str) -> list[str]:
    """The lines that begin with the number of a row."""
    return [line for line in drawing.splitlines() if line.split(" | ")[0].strip().isdecimal()]


def test_drawing(file, capsys):
    assert reveal(file, FORMS["lists"](BEFORE), "3", "0", "--pretty") == 0
    assert capsys.readouterr().out == (
        "  | 0 1 2 3 4\n--+----------\n0 | B 1 E 1 B\n1 | B 1 M 1 B\n2 | B 1 1 1 B\n3 | B B B B B\n"
    )


def test_numbers_of_several_digits_have_no_zeros_before_them(file, capsys):
    reveal(file, "\n".join(["1" * 11] * 11), "0", "0", "--pretty")
    heading, drawn = capsys.readouterr().out.split("---+----------------------\n")
    assert heading == "   |                     1\n   | 0 1 2 3 4 5 6 7 8 9 0\n"
    assert drawn.splitlines()[9:] == [f" 9 | {'1 ' * 10}1", f"10 | {'1 ' * 10}1"]


@pytest.mark.parametrize(("rows", "cols"), [(1, 2), (10, 11), (11, 10), (100, 101), (101, 100)])
def test_every_square_stands_beside_its_row_and_under_its_column(rows, cols, file, capsys):
    board = ["1" * cols] * (rows - 1) + ["1" * (cols - 1) + "M"]
    reveal(file, "\n".join(board), str(rows - 1), str(cols - 1), "--pretty")
    lines = capsys.readouterr().out.splitlines()
    heading, drawn = lines[: -rows - 1], lines[-rows:]
    start = drawn[0].index("|") + 2
    assert {len(line) for line in lines} == {start + 2 * cols - 1}
    assert [int(line[: start - 2]) for line in drawn] == list(range(rows))
    numbers = map("".join, zip(*(line[start::2] for line in heading), strict=True))
    assert list(map(int, numbers)) == list(range(cols))
    assert heading[-1][start::2] == "".join(str(col % 10) for col in range(cols))
    assert [line[start::2] for line in drawn] == [*board[:-1], board[-1].replace("M", "X")]


def test_no_colour_without_a_terminal():
    assert b"\x1b" not in minesweep("reveal", "-", "0", "0", "--pretty", given=b"EM").stdout


@posix_only
class TestOnATerminal:
    BOARD = "MXEB\n1234\n5678"

    @pytest.fixture(autouse=True)
    def board(self, file):
        file.write_text(self.BOARD)

    def colours(self, drawing: str) -> dict[str, str]:
        """The escape sequence before each letter."""
        painted = [word for word in drawing.split() if word.endswith("\x1b[0m")]
        return {word[-5]: word[:-5] for word in painted}

    def test_every_letter_has_a_colour_of_its_own(self, file):
        drawing = on_terminal("reveal", str(file), "0", "1", "--pretty")
        colours = self.colours(drawing)
        assert set(colours) == set(self.BOARD) - {"\n"}
        assert len(set(colours.values())) == len(colours)
        assert all(colour.startswith("\x1b[") for colour in colours.values())

    def test_colour_changes_nothing_but_the_colour(self, file, capsys):
        drawing = on_terminal("reveal", str(file), "0", "1", "--pretty")
        for colour in {*self.colours(drawing).values(), "\x1b[0m"}:
            drawing = drawing.replace(colour, "")
        main(["reveal", str(file), "0", "1", "--pretty"])
        assert drawing == capsys.readouterr().out

    def test_no_color_is_respected(self, file):
        assert "\x1b" not in on_terminal("reveal", str(file), "0", "1", "--pretty", NO_COLOR="1")

    def test_an_empty_no_color_counts_as_unset(self, file):
        assert "\x1b" in on_terminal("reveal", str(file), "0", "1", "--pretty", NO_COLOR="")

    def test_a_terminal_without_colours_gets_none(self, file):
        assert "\x1b" not in on_terminal("reveal", str(file), "0", "1", "--pretty", TERM="dumb")

    def test_only_drawings_are_coloured(self, file):
        assert on_terminal("reveal", str(file), "0", "1") == self.BOARD + "\n"

    def test_the_example_is_a_drawing(self):
        assert "\x1b" in on_terminal()
