"""The compiled core, and the tests in the sdist: all metadata stands in pyproject.toml.

Switches, read from the environment when building:

``MINESWEEP_DEBUG=1``
    All of Cython's checks on, assertions on, debug information kept.
``MINESWEEP_SANITIZE=address,undefined``
    Compile and link with these sanitizers of GCC or Clang.
``MINESWEEP_TRACE=1``
    Line tracing for coverage of the Cython sources.
``MINESWEEP_ABI3=1``
    One wheel on the Limited API for CPython 3.13 and later, where it has the raw allocators
    (ignored on free-threaded builds).
``MINESWEEP_NARROW=1``
    Vectors of 16 bytes on x86-64, even on processors with AVX-512.
``MINESWEEP_PORTABLE=1``
    Word arithmetic alone, no compiler builtins: the path that unknown compilers take.
``MINESWEEP_WITHOUT_GIL=1``
    Access lists as free-threaded builds do, to test that on others, of CPython 3.13 and later.
"""

import os
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist


def switched_on(name: str) -> bool:
    return os.environ.get(f"MINESWEEP_{name}", "") not in ("", "0")


class BuildWithoutPaths(build_ext):
    """An interpreter's link line may name its library folder, of which the core has no need."""

    def build_extensions(self) -> None:
        if self.compiler.compiler_type == "unix":
            link_line = self.compiler.linker_so
            self.compiler.linker_so = [a for a in link_line if not a.startswith("-Wl,-rpath")]
        super().build_extensions()


class SdistWithTests(sdist):
    """The tests go into the sdist: what is built from it is tested by what came with it."""

    def make_distribution(self) -> None:
        self.filelist.graft("tests")
        self.filelist.global_exclude("*.py[cod]")
        self.filelist.append("CHANGELOG.md")
        super().make_distribution()


debug, trace = switched_on("DEBUG"), switched_on("TRACE")
sanitizers = os.environ.get("MINESWEEP_SANITIZE", "")
abi3 = (
    switched_on("ABI3")
    and sys.version_info >= (3, 13)
    and not sysconfig.get_config_var("Py_GIL_DISABLED")
)

# Checks are off in release builds alone; never in the file header, which would beat this table.
directives: dict[str, bool] = dict.fromkeys(("cdivision",), True)
directives |= dict.fromkeys(("boundscheck", "wraparound", "initializedcheck"), debug)
compile_args: list[str] = []
link_args: list[str] = []
macros: list[tuple[str, str | None]] = []

if sys.platform != "win32":
    # Without debug information a wheel is five times smaller and names no path of its builder.
    compile_args += ["-O1", "-g3", "-UNDEBUG"] if debug or sanitizers else ["-g0", "-O3"]
if sanitizers:
    compile_args += [f"-fsanitize={sanitizers}", "-fno-omit-frame-pointer"]
    link_args += [f"-fsanitize={sanitizers}"]
if trace:
    directives["linetrace"] = True
    macros += [("CYTHON_TRACE_NOGIL", "1"), ("CYTHON_USE_SYS_MONITORING", "0")]
for name in ("NARROW", "PORTABLE", "WITHOUT_GIL"):
    if switched_on(name):
        macros += [(f"MINESWEEP_{name}", "1")]
if abi3:
    macros += [("Py_LIMITED_API", "0x030D0000")]

here = Path(__file__).parent
core = Extension(
    "minesweep._core",
    ["src/minesweep/_core.pyx"],
    depends=[
        str(path.relative_to(here))
        for path in sorted(here.glob("src/minesweep/**/*.[ph]*"))
        if path.suffix in (".pxd", ".h")
    ],
    include_dirs=["src/minesweep/engine"],
    define_macros=macros,
    extra_compile_args=compile_args,
    extra_link_args=link_args,
    py_limited_api=abi3,
)
core.cython_directives = directives
core.cython_c_in_temp = not trace  # coverage looks for the C file beside its source

setup(
    cmdclass={"build_ext": BuildWithoutPaths, "sdist": SdistWithTests},
    ext_modules=[core],
    options={"bdist_wheel": {"py_limited_api": "cp313"}} if abi3 else {},
)
