"""Compare the wheels that the README promises with those that cibuildwheel would build.

The README's table has rows such as ``| Linux, glibc (`manylinux`) | x86_64, aarch64 |
3.11-3.15, 3.14t | where it was tested |``; cibuildwheel prints identifiers such as
``cp314t-manylinux_aarch64``.
"""

import os
import re
import subprocess
import sys
from itertools import product
from pathlib import Path

ROW = re.compile(
    r"^\|[^|]*`(manylinux|musllinux|macosx|win|pyodide)`[^|]*\|([^|]+)\|([^|]+)\|[^|]+\|$",
    re.MULTILINE,
)
PLATFORMS = ("linux", "macos", "windows", "pyodide")


def promised(readme: str) -> set[str]:
    return {
        f"{python}-{platform}_{processor}"
        for platform, processors, pythons in ROW.findall(readme)
        for python, processor in product(tags(pythons), re.findall(r"\w+", processors))
    }


def tags(pythons: str) -> list[str]:
    """The interpreter tags of a cell: ``3.11-3.13, 3.14t`` is cp311, cp312, cp313 and cp314t."""
    found = []
    for first, last, threads in re.findall(r"3\.(\d+)(?:\W3\.(\d+))?(t?)", pythons):
        found += [f"cp3{minor}{threads}" for minor in range(int(first), int(last or first) + 1)]
    return found


def built(platform: str) -> set[str]:
    command = [sys.executable, "-m", "cibuildwheel", "--print-build-identifiers"]
    shown = subprocess.run(
        [*command, "--platform", platform, "."],
        env=os.environ | {"CIBW_ARCHS": "all"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return set(shown.stdout.split())


def main() -> int:
    promise = promised(Path("README.md").read_text(encoding="utf-8"))
    offer = set().union(*map(built, PLATFORMS))
    print(f"{len(promise)} wheels promised, {len(offer)} wheels built")
    for identifier in sorted(promise ^ offer):
        print(f"{identifier}: {'promised' if identifier in promise else 'built'} only")
    return int(not promise or promise != offer)


if __name__ == "__main__":
    sys.exit(main())
