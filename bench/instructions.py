"""Counts instructions and mispredicted branches of fixed calls, and refuses more than are listed.

    python bench/instructions.py             compare with bench/instructions.json
    python bench/instructions.py --rewrite   write the counts of this machine to that list

Callgrind simulates a processor, so the counts do not depend on what else the machine does, as times
would. They cover only the calls, not the interpreter's start or the making of boards. Valgrind has
no AVX-512: what is counted is the code for processors without it.

Exit status: 0 if no count exceeds its limit; 1 if one does, or is not on the list; 77 where nothing
can be compared: valgrind is missing, or the list has no counts for this Python, processor, compiler
and NumPy.
"""

import argparse
import json
import os
import pickle
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import minesweep._core
import numpy as np

import cases
import counted
from boards import EXPERT, mines, numbered_squares, staircase
from build import library
from cases import Case
from forms import LISTS, STRIDED, U1, UINT8, Form

LIST = Path(__file__).with_suffix(".json")
SKIPPED = 77

INSTRUCTIONS, MISPREDICTED = "instructions", "mispredicted branches"
# How much each may grow: a share, and a number. The simulated branch predictor is indexed by
# addresses: the same code, compiled with another alignment, mispredicts up to 18 % more branches
# on large boards and up to two more a small click, of which 64 are counted together.
SHARE = {INSTRUCTIONS: 0.03, MISPREDICTED: 0.25}
NUMBER = {INSTRUCTIONS: 0, MISPREDICTED: 150}

# Callgrind counts `rep movsb`, glibc's way to copy long stretches, as one instruction a byte; and
# whether realloc has to copy depends on the heap. So glibc is told to copy with vectors, where such
# a copy hardly counts.
LONG_COPIES = ":".join(f"glibc.cpu.x86_rep_{way}_threshold={1 << 30}" for way in ("movsb", "stosb"))

Counted = tuple[str, tuple[Any, ...]]
"""A name; and a function of `counted` that prepares calls, with its arguments."""
Counts = dict[str, dict[str, int]]
"""By what is counted and by name."""


def all_counted() -> Iterator[Counted]:
    """What is counted: a line for each case."""
    every, main = (LISTS, UINT8, STRIDED, U1), (LISTS, UINT8)
    yield from reveal(cases.small_click(EXPERT, "numbered click", numbered_squares), *every)
    yield from reveal(cases.small_click(EXPERT, "mine", mines), *main)
    yield from reveal(cases.MEDIAN_OPENING[EXPERT], *every)
    yield from reveal(cases.without_mines(50), *every)
    yield from reveal(cases.without_mines(64), *main)
    yield from reveal(cases.field(100, 100, 3), *main)
    for percent in (0, 3, 8):
        yield from reveal(cases.field(300, 300, percent), *every)
    for shape in cases.shapes(300):
        yield from reveal(shape, *main)
    yield from reveal(cases.shape("staircase", staircase, 1024), UINT8)
    for cols in (24, 64, 250):
        yield from reveal(cases.field(2000, cols, 3), *main)
    yield reveal_sequence(cases.clicks_on_one_board(EXPERT, 1, boards=1))
    yield reveal_sequence(cases.clicks_on_one_board(EXPERT, 480, boards=1))
    yield reveal_batch(cases.clicks_on_many_boards(EXPERT, 1))
    yield reveal_batch(cases.clicks_on_many_boards(EXPERT, 100))
    numbered = cases.small_click(EXPERT, "numbered click", numbered_squares)
    for case in (numbered, cases.MEDIAN_OPENING[EXPERT], cases.field(300, 300, 3)):
        yield f"{case.name}: pair", (counted.reveal_pair, case.boards, case.jobs)
    yield f"{numbered.name}: Game", (counted.game_reveal, numbered.boards, numbered.jobs)
    yield "expert: new Game", (counted.new_game,)
    yield "expert: copy of a Game", (counted.game_copy,)
    yield "expert, a move of 1024: Games", (counted.games_reveal,)
    yield "expert: bbbv", (counted.bbbv,)
    yield "expert, what one click proves: probabilities", (counted.probabilities,)


def reveal(case: Case, *forms: Form) -> Iterator[Counted]:
    for form in forms:
        yield f"{case.name}: {form.name}", (counted.reveal, form, case.boards, case.jobs)


def reveal_sequence(case: Case) -> Counted:
    (board,) = case.boards
    clicks = [click for _, *click in case.jobs]
    return f"{case.name}: sequence", (counted.reveal_sequence, board, clicks)


def reveal_batch(case: Case) -> Counted:
    clicks = [click for _, *click in case.jobs]
    return f"{case.name}: batch", (counted.reveal_batch, case.boards, clicks)


def count() -> Counts:
    library(counted.SOURCE)  # compiled here, where it is quick
    names, calls = zip(*all_counted(), strict=True)
    totals = callgrind(pickle.dumps(calls))[1::2]  # each is made twice, the second time counts
    return {
        what: {name: total[what] for name, total in zip(names, totals, strict=True)}
        for what in SHARE
    }


def callgrind(calls: bytes) -> list[dict[str, int]]:
    """The counts of every run of `counted_calls`."""
    with tempfile.TemporaryFile() as file, tempfile.TemporaryDirectory() as folder:
        # A file, not a pipe: a pipe is read in pieces of varying size, and the heap varies with it.
        file.write(calls)
        file.seek(0)
        command = [
            *("valgrind", "--quiet", "--tool=callgrind", f"--callgrind-out-file={folder}/out"),
            *("--branch-sim=yes", "--toggle-collect=counted_calls", "--dump-after=counted_calls"),
            *(sys.executable, counted.__file__),
        ]
        environment = os.environ | {"PYTHONHASHSEED": "0", "GLIBC_TUNABLES": LONG_COPIES}
        subprocess.run(command, stdin=file, check=True, env=environment)
        dumps = sorted(Path(folder).glob("out.*"), key=lambda path: int(path.suffix[1:]))
        return [_totals(dump.read_text()) for dump in dumps]


def _totals(dump: str) -> dict[str, int]:
    fields = dict(line.split(": ", 1) for line in dump.splitlines() if ": " in line)
    total = dict(zip(fields["events"].split(), map(int, fields["totals"].split()), strict=True))
    # Conditional branches, and indirect ones: calls by pointer and the like.
    return {INSTRUCTIONS: total["Ir"], MISPREDICTED: total["Bcm"] + total["Bim"]}


def environment() -> str:
    """What the counts depend on, besides the package."""
    python = f"{platform.python_implementation()} {sys.version_info[0]}.{sys.version_info[1]}"
    numpy = ".".join(np.__version__.split(".")[:2])
    return f"{python}, {platform.machine()}, {_compiler()}, NumPy {numpy}"


def _compiler() -> str:
    """The compiler of the core, as its file names it."""
    path = Path(minesweep._core.__file__)
    found = re.search(rb"clang version \d+[\d.]*|GCC: \([^)]*\) \d+[\d.]*", path.read_bytes())
    if found is None:
        raise SystemExit(f"{path} does not name its compiler: has it been stripped?")
    return found[0].decode()


def grown(counts: Counts, listed: Counts) -> bool:
    """Print every count beside the listed one; whether any exceeds its limit or is not listed."""
    failed = False
    for what in counts:
        print(f"\n{what}, of which {SHARE[what]:.0%} + {NUMBER[what]} more are allowed\n")
        for name, now in counts[what].items():
            before = listed.get(what, {}).get(name)
            if before is None:
                change, verdict = "not on the list", "NEW"
            else:
                change = f"{now - before:+,} on {before:,} ({now / max(before, 1) - 1:+.2%})"
                limit = before * (1 + SHARE[what]) + NUMBER[what]
                verdict = "GREW" if now > limit else "ok"
            failed |= verdict != "ok"
            print(f"{verdict:5} {name:65} {now:12,}  {change}")
    return failed


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rewrite", action="store_true", help=f"write the counts to {LIST.name}")
    rewrite = parser.parse_args().rewrite
    if not shutil.which("valgrind"):
        print("instructions are not counted: valgrind is not installed", file=sys.stderr)
        return SKIPPED
    here, lists = environment(), json.loads(LIST.read_text()) if LIST.exists() else {}
    if rewrite:
        lists[here] = count()
        LIST.write_text(json.dumps(lists, indent=2, ensure_ascii=False) + "\n")
        print(f"{LIST.name}: counts for {here}")
        return 0
    if here not in lists:
        print(
            f"instructions are not compared: {LIST.name} has no counts for {here}, only for "
            f"{'; '.join(lists) or 'nothing'}; --rewrite adds them",
            file=sys.stderr,
        )
        return SKIPPED
    return int(grown(count(), lists[here]))


if __name__ == "__main__":
    sys.exit(main())
