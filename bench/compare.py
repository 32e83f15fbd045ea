"""Compares ways to reveal Minesweeper boards, to play many games, and to find mine probabilities.

    python bench/compare.py [--quick] [--part PART ...] [--output FOLDER]

Prints tables, and writes to a folder, for each part, PART.json with all values and the machine,
plots, and PART-pyperf.json for pyperf's own commands. How to read them: bench/README.md.
"""

import argparse
import sys
import tempfile
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from time import monotonic

import pyperf
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from build import BUILT
from comparison import plots
from comparison.race import Race
from comparison.results import Comparison
from comparison.shown import PARTS
from comparison.tables import tables
from parts import part

MACHINE = ("cpu_model_name", "cpu_count", "cpu_config", "platform", "aslr")
PYTHON = ("python_implementation", "python_version", "python_compiler")
TOOLS = ("minesweep", "numpy", "pyperf")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="fewer boards, in three minutes")
    parser.add_argument(
        "--part", action="append", choices=PARTS, help="only this part; may be repeated"
    )
    parser.add_argument(
        "--output", type=Path, default=BUILT.parent / "comparison", help="default: %(default)s"
    )
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    console = Console()
    for name in arguments.part or PARTS:
        run(name, arguments.quick, arguments.output, console)
    console.print(f"Results and plots are in {arguments.output}")
    return 0


def run(name: str, quick: bool, output: Path, console: Console) -> None:
    """Run a part, and write and print what came out."""
    pyperf_file = output / f"{name}-pyperf.json"
    comparison = compare(name, quick, pyperf_file, console)
    comparison.save(output)
    plots.save(comparison, output)
    for table in tables(comparison):
        console.print(table)
    unstable = sum(outcome.unstable for outcome in comparison.outcomes)
    if unstable:
        console.print(
            f"{unstable} of {len(comparison.outcomes)} times are unstable (~); to see why: "
            f"python -m pyperf check {pyperf_file}"
        )


def compare(name: str, quick: bool, pyperf_file: Path, console: Console) -> Comparison:
    began = monotonic()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(),
    )
    plan = part(name).QUICK if quick else part(name).FULL
    with (
        tempfile.TemporaryDirectory() as folder,
        Progress(*columns, console=console, speed_estimate_period=300) as progress,
    ):
        race = Race(name, plan, Path(folder), progress)
        race.run()
    suite = pyperf.BenchmarkSuite(list(race.benchmarks.values()))
    suite.dump(str(pyperf_file), replace=True)
    facts = suite.get_benchmarks()[0].get_metadata()
    return Comparison(
        part=name,
        date=datetime.now(UTC).isoformat(timespec="minutes"),
        plan="quick" if quick else "full",
        took=round(monotonic() - began),
        machine={key: str(facts[key]) for key in MACHINE if key in facts},
        versions={key: str(facts[key]) for key in PYTHON} | {tool: version(tool) for tool in TOOLS},
        cases=race.cases,
        entrants=race.entrants,
        outcomes=list(race.outcomes.values()),
    )


if __name__ == "__main__":
    sys.exit(main())
