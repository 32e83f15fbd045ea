"""Compiles what the benchmark compares with into ``bench/build``, which git ignores."""

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


@cache
def extension(name: str) -> ModuleType:
    """The Cython module ``name`` of this folder, compiled if need be."""
    source = BENCH / f"{name}.pyx"
    target = BUILT / f"{name}{sysconfig.get_config_var('EXT_SUFFIX')}"
    if _older(target, source):
        call = (
            f"extension = Extension({name!r}, [{source.name!r}]);"
            "extension.cython_c_in_temp = True;"
            "setup(ext_modules=[extension])"
        )
        _run(
            [
                *(sys.executable, "-c", f"from setuptools import Extension, setup; {call}"),
                *("--quiet", "build_ext", "--build-lib", str(BUILT), "--build-temp", str(BUILT)),
            ]
        )
    loader = ExtensionFileLoader(name, str(target))
    module = module_from_spec(ModuleSpec(name, loader, origin=str(target)))
    loader.exec_module(module)
    return module


def library(source: Path) -> Path:
    """Compile a C++ source file if need be; the shared library, for ctypes."""
    target = BUILT / f"{source.stem}.so"
    if _older(target, source):
        compiler = os.environ.get("CXX", "g++")
        BUILT.mkdir(parents=True, exist_ok=True)
        _run([compiler, "-O3", "-shared", "-fPIC", "-o", str(target), str(source)])
    return target


def _older(target: Path, source: Path) -> bool:
    return not target.exists() or target.stat().st_mtime < source.stat().st_mtime


def _run(command: list[str]) -> None:
    done = subprocess.run(command, cwd=BENCH, capture_output=True, text=True, check=False)
    if done.returncode:
        raise OSError(f"could not compile: {' '.join(command)}\n{done.stderr}")
