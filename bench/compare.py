"""Compares implementations of a Minesweeper reveal.

    python bench/compare.py [--quick] [--output FOLDER]

Prints tables, and writes to a folder results.json with all values and the machine, plots, and
pyperf.json for pyperf's own commands. How to read them: bench/README.md.
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
from comparison.plan import FULL, QUICK
from comparison.race import Race
from comparison.results import Comparison
from comparison.tables import tables

MACHINE = ("cpu_model_name", "cpu_count", "cpu_config", "platform", "aslr")
PYTHON = ("python_implementation", "python_version", "python_compiler")
TOOLS = ("minesweep", "numpy", "pyperf")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="fewer boards, in two minutes")
    parser.add_argument(
        "--output", type=Path, default=BUILT.parent / "comparison", help="default: %(default)s"
    )
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    console = Console()
    comparison = compare(arguments.quick, arguments.output, console)
    comparison.save(arguments.output / "results.json")
    plots.save(comparison, arguments.output)
    for table in tables(comparison):
        console.print(table)
    unstable = sum(outcome.unstable for outcome in comparison.outcomes)
    if unstable:
        console.print(
            f"{unstable} of {len(comparison.outcomes)} times are unstable (~); to see why: "
            f"python -m pyperf check {arguments.output / 'pyperf.json'}"
        )
    console.print(f"Results and plots are in {arguments.output}")
    return 0


def compare(quick: bool, output: Path, console: Console) -> Comparison:
    began = monotonic()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(),
    )
    with (
        tempfile.TemporaryDirectory() as folder,
        Progress(*columns, console=console, speed_estimate_period=300) as progress,
    ):
        race = Race(QUICK if quick else FULL, Path(folder), progress)
        race.run()
    suite = pyperf.BenchmarkSuite(list(race.benchmarks.values()))
    suite.dump(str(output / "pyperf.json"), replace=True)
    facts = suite.get_benchmarks()[0].get_metadata()
    return Comparison(
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
