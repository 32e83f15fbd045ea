"""Compiles what the benchmark needs into ``bench/build``, which git ignores."""

import os
import subprocess
import sys
import sysconfig
from functools import cache
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType

BENCH = Path(__file__).parent
BUILT = BENCH / "build" / f"{sysconfig.get_platform()}-{sys.implementation.cache_tag}"
COMPILERS = {".c": ("CC", "cc"), ".cpp": ("CXX", "g++")}
"""For each suffix, the environment variable that names the compiler, and the default."""


@cache
def extension(source: Path) -> ModuleType:
    """The Python module of a source file in Cython or C, compiled if it is out of date."""
    target = _cython_module(source) if source.suffix == ".pyx" else library(source)
    loader = ExtensionFileLoader(source.stem, str(target))
    module = module_from_spec(ModuleSpec(source.stem, loader, origin=str(target)))
    loader.exec_module(module)
    return module


def library(source: Path) -> Path:
    """The shared library of a source file in C or C++, compiled if it is out of date."""
    target = BUILT / f"{source.stem}.so"
    if _out_of_date(target, source):
        BUILT.mkdir(parents=True, exist_ok=True)
        variable, default = COMPILERS[source.suffix]
        headers = f"-I{sysconfig.get_path('include')}"
        _run(
            [
                *(os.environ.get(variable, default), "-O3", "-shared", "-fPIC", headers),
                *("-o", str(target), source.name),
            ],
            source.parent,
        )
    return target


def _cython_module(source: Path) -> Path:
    target = BUILT / f"{source.stem}{sysconfig.get_config_var('EXT_SUFFIX')}"
    if _out_of_date(target, source):
        call = (
            f"extension = Extension({source.stem!r}, [{source.name!r}]);"
            "extension.cython_c_in_temp = True;"
            "setup(ext_modules=[extension])"
        )
        _run(
            [
                *(sys.executable, "-c", f"from setuptools import Extension, setup; {call}"),
                *("--quiet", "build_ext", "--build-lib", str(BUILT), "--build-temp", str(BUILT)),
            ],
            source.parent,
        )
    return target


def _out_of_date(target: Path, source: Path) -> bool:
    return not target.exists() or target.stat().st_mtime < source.stat().st_mtime


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise OSError(f"could not compile: {' '.join(command)}\n{done.stderr}")
