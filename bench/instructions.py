"""Counts the instructions of a fixed set of clicks and refuses more than are on a list.

    python bench/instructions.py             compare with bench/instructions.json
    python bench/instructions.py --rewrite   write what is counted here to that list

Callgrind counts the same to the last instruction whatever else the machine does, which no clock
can. What is counted is a compiled function alone, from call to return, with all that it calls:
neither the interpreter's start nor the making of boards.

Exit status: 0 if no click takes more than 3 % above its listed count; 1 if one does, or is not
on the list; 77 where nothing can be compared: valgrind is missing, or the list has no counts for
this Python, processor, compiler and NumPy.
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
from itertools import groupby
from pathlib import Path

import minesweep._core
import numpy as np

import cases
from boards import EXPERT, mines, numbered_squares
from cases import Case
from forms import LISTS, STACK, STRIDED, U1, UINT8, Form

LIST = Path(__file__).with_suffix(".json")
GROWTH = 0.03
SKIPPED = 77

# Callgrind counts an instruction a byte for `rep movsb`, glibc's way to copy long stretches, and
# whether a realloc copies at all depends on what else lies in the heap. So have glibc use vectors,
# where a copy that comes or goes is lost among the flood's instructions.
LONG_COPIES = ":".join(f"glibc.cpu.x86_rep_{way}_threshold={1 << 30}" for way in ("movsb", "stosb"))

# What Python calls in the compiled module, by contestant; the digits are Cython's.
FUNCTIONS = {
    "ours_lists": r"\d+reveal",
    "ours_uint8": r"\d+reveal",
    "ours_u1": r"\d+reveal",
    "ours_sequence": r"\d+click_in_turn",
    "ours_batch": r"\d+Stack_\d+click",
}

Counts = dict[str, int]


def plays() -> Iterator[tuple[Case, str, Form]]:
    """Cases, and who plays them on what; each is one call of one of the functions counted."""
    lists, array, strided, u1 = (
        ("ours_lists", LISTS),
        ("ours_uint8", UINT8),
        ("ours_uint8", STRIDED),
        ("ours_u1", U1),
    )
    yield from _each(
        cases.small_click(EXPERT, "numbered click", numbered_squares), lists, array, strided, u1
    )
    yield from _each(cases.small_click(EXPERT, "mine", mines), lists, array)
    yield from _each(cases.MEDIAN_OPENING[EXPERT], lists, array, strided, u1)
    yield from _each(cases.LEETCODE_LIMIT, lists, array, strided, u1)
    for percent in (0, 3, 8):
        yield from _each(cases.field(300, percent), lists, array, strided, u1)
    for shape in cases.shapes(300):
        yield from _each(shape, lists, array)
    yield cases.games(EXPERT, 480, number=1), "ours_sequence", UINT8
    yield cases.fresh_boards(EXPERT, 100), "ours_batch", STACK


def _each(case: Case, *played: tuple[str, Form]) -> Iterator[tuple[Case, str, Form]]:
    first = Case(case.name, lambda: (case.boards[:1], case.jobs[:1]))
    return ((first, key, form) for key, form in played)


def count() -> Counts:
    """The instructions of each play."""
    counts: Counts = {}
    # One function a run: callgrind mistakes one for another.
    for function, played in groupby(plays(), key=lambda play: FUNCTIONS[play[1]]):
        names, sent = [], []
        for case, key, form in played:
            names.append(f"{case.name}: {form.name}")
            sent.append((key, form.name, case))
        twice = callgrind(pickle.dumps(sent), function)
        counts |= zip(names, twice[1::2], strict=True)
    return counts


def callgrind(sent: bytes, function: str) -> list[int]:
    """The instructions of every call of a function while these cases are played."""
    symbol = in_core(rf"__pyx_pw_9minesweep_5_core_{function}(?=\0)")
    played = Path(__file__).with_name("played.py")
    with tempfile.TemporaryDirectory() as folder:
        command = [
            *("valgrind", "--quiet", "--tool=callgrind", f"--callgrind-out-file={folder}/out"),
            *(f"--toggle-collect={symbol}", f"--dump-after={symbol}"),
        ]
        environment = os.environ | {"PYTHONHASHSEED": "0", "GLIBC_TUNABLES": LONG_COPIES}
        subprocess.run([*command, sys.executable, played], input=sent, check=True, env=environment)
        dumps = sorted(Path(folder).glob("out.*"), key=lambda path: int(path.suffix[1:]))
        return [_total(dump.read_text()) for dump in dumps]


def _total(dump: str) -> int:
    return next(int(line.split()[1]) for line in dump.splitlines() if line.startswith("totals:"))


def environment() -> str:
    """What instruction counts depend on, besides the package."""
    python = f"{platform.python_implementation()} {sys.version_info[0]}.{sys.version_info[1]}"
    compiler = in_core(r"clang version \d+[\d.]*|GCC: \([^)]*\) \d+[\d.]*")
    numpy = ".".join(np.__version__.split(".")[:2])
    return f"{python}, {platform.machine()}, {compiler}, NumPy {numpy}"


def in_core(pattern: str) -> str:
    """The first match in the compiled module's file."""
    path = Path(minesweep._core.__file__)
    found = re.search(pattern.encode(), path.read_bytes())
    if found is None:
        raise SystemExit(f"{path} has nothing like {pattern!r}: has it been stripped?")
    return found[0].decode()


def grown(counts: Counts, listed: Counts) -> bool:
    """Print every count beside the list's; whether any has grown too much or is new."""
    too_many = False
    for name, now in counts.items():
        before = listed.get(name)
        if before is None:
            change, verdict = "not on the list", "NEW"
        else:
            change = f"{now / before - 1:+.2%} of {before:,}"
            verdict = "GREW" if now > (1 + GROWTH) * before else "ok"
        too_many |= verdict != "ok"
        print(f"{verdict:5} {name:65} {now:12,}  {change}")
    return too_many


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
        print(f"{LIST.name}: {len(lists[here])} counts for {here}")
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
