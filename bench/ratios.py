"""Prints how many times faster than others each click is, beside what is demanded.

    python bench/ratios.py [--only numbered openings many_clicks memory]

The contestants of a row are timed in one process, in turn, on the same boards, which are made
before the clock starts; a ratio is one of medians. The exit status is 1 if a ratio or the memory
misses what is demanded, or if any contestant reveals a board otherwise than the others.
"""

import argparse
import sys
import tracemalloc

import minesweep

import demands
from cases import Case, field
from demands import Demand
from forms import LISTS, U1, UINT8, Form
from interleaved import median_seconds, wrong_boards

COPY_OF_BYTES = demands.whole("copy", UINT8, lambda boards, _: [board.copy() for board in boards])


def numbered() -> list[str]:
    results = [compare(case, wanted) for case, wanted in demands.numbered()]
    on_lists = [seconds["ours_lists"] for seconds, _ in results]
    spread = max(on_lists) / min(on_lists)
    print(f"\nnumbered click on lists, slowest size against fastest: {spread:.2f}, 1.5 at most")
    missed = [line for _, lines in results for line in lines]
    return missed if spread <= 1.5 else [*missed, f"numbered click: sizes differ by {spread:.2f}"]


def openings() -> list[str]:
    return [line for case, wanted in demands.openings() for line in compare(case, wanted)[1]]


def many_clicks() -> list[str]:
    return [line for case, wanted in demands.many_clicks() for line in compare(case, wanted)[1]]


def compare(case: Case, wanted: list[Demand]) -> tuple[dict[str, float], list[str]]:
    """Time the contestants of a case and print its rows; seconds a click, and what is missed."""
    contestants = {c.key: c for demand in wanted for c in (demand.ours, *demand.others)}
    print(f"\n{case.name}: {case.opened:,.1f} squares a click", flush=True)
    missed = [
        f"{case.name}: {contestant.name} is WRONG on {wrong} of {len(case.boards)} boards"
        for contestant in contestants.values()
        if (wrong := wrong_boards(contestant, case))
    ]
    times = median_seconds([*contestants.values(), COPY_OF_BYTES], case)
    seconds = dict(zip(contestants, times, strict=False))
    for key, each in seconds.items():
        print(
            f"  {contestants[key].name:34} {each * 1e6:12.2f} µs"
            f" {each / case.opened * 1e9:10.2f} ns/square"
            f" {each / times[-1]:10.1f} × copying the bytes"
        )
    for demand in wanted:
        best = min(demand.others, key=lambda other: seconds[other.key])
        ratio = seconds[best.key] / seconds[demand.ours.key]
        line = (
            f"{demand.ours.name} is {ratio:.2f} times as fast as {best.name}, "
            f"{demand.floor:g} demanded"
        )
        if ratio < demand.floor:
            missed.append(f"{case.name}: {line}")
        print(f"  {'ok' if ratio >= demand.floor else 'MISSED':6} {line}")
    return seconds, missed


def memory() -> list[str]:
    """What one click takes and gives back, as tracemalloc counts it.

    The core takes its memory by PyMem_RawMalloc, of which tracemalloc learns every call. What it
    has on the C stack, a fixed size, is not counted.
    """
    size = 3000
    missed = []
    for case, most in ((field(size, 1), size * size), (field(size, 30), 64 * 1024)):
        print(f"\n{case.name}: {case.opened:,.0f} squares; at most {most:,} bytes")
        for form in (LISTS, UINT8, U1):
            peak = _peak(form, case)
            if peak > most:
                missed.append(f"{case.name}: {peak:,} bytes on {form.name}, {most:,} at most")
            print(f"  {'ok' if peak <= most else 'MISSED':6} {form.name:14} {peak:12,} bytes")
    return missed


def _peak(form: Form, case: Case) -> int:
    board = form.make(case.boards[0])
    _, row, col = case.jobs[0]
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        minesweep.reveal(board, row, col)
        return tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()


PARTS = {part.__name__: part for part in (numbered, openings, many_clicks, memory)}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    missed = [line for part in parser.parse_args().only for line in PARTS[part]()]
    print("\nNot as demanded:\n  " + "\n  ".join(missed) if missed else "\nAll as demanded.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
