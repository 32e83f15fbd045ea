"""The compiled modules, and the tests in the sdist: all metadata stands in pyproject.toml.

Switches, read from the environment when building; each combination has a build folder of its own:

``MINESWEEP_DEBUG=1``
    All of Cython's checks on, assertions on, debug information kept.
``MINESWEEP_SANITIZE=address,undefined``
    Compile and link with these sanitizers of GCC or Clang.
``MINESWEEP_TRACE=1``
    Line tracing for coverage of the Cython sources.
``MINESWEEP_NARROW=1``
    Vectors of 16 bytes on x86-64, even on processors with wider ones.
``MINESWEEP_PORTABLE=1``
    Word arithmetic alone, no compiler builtins: the path that unknown compilers take.
``MINESWEEP_WITHOUT_GIL=1``
    Access lists as free-threaded builds do, to test that on others, of CPython 3.13 and later.
"""

import hashlib
import os
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

SWITCHES = ("DEBUG", "SANITIZE", "TRACE", "NARROW", "PORTABLE", "WITHOUT_GIL")
COMPILER = ("CC", "CFLAGS", "CPPFLAGS", "LDFLAGS", "LDSHARED", "ARCHFLAGS")

switches = {name: os.environ.get(f"MINESWEEP_{name}", "") for name in SWITCHES}
switches = {name: value for name, value in switches.items() if value not in ("", "0")}
debug, trace = "DEBUG" in switches, "TRACE" in switches
sanitizers = switches.get("SANITIZE")


def build_folder() -> str:
    """A folder for each way to build: what another way left there would pass for up to date."""
    way = switches | {name: os.environ[name] for name in COMPILER if name in os.environ}
    if not way:
        return "build"
    digest = hashlib.sha256(repr(sorted(way.items())).encode()).hexdigest()
    return "-".join(["build/with", *map(str.lower, switches), digest[:8]])


class BuildExtensions(build_ext):
    """Builds that name no path of the interpreter, and are not mistaken for each other."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.force = self.force or trace  # its C files are outside of the build folder

    def build_extensions(self) -> None:
        if self.compiler.compiler_type == "unix":
            # An interpreter's link line may name its library folder, of which no module has need.
            link_line = self.compiler.linker_so
            self.compiler.linker_so = [a for a in link_line if not a.startswith("-Wl,-rpath")]
        super().build_extensions()

    def copy_extensions_to_source(self) -> None:
        self.force = True  # over a later build with other switches
        super().copy_extensions_to_source()


class SdistWithTests(sdist):
    """The tests go into the sdist: what is built from it is tested by what came with it."""

    def make_distribution(self) -> None:
        self.filelist.graft("tests")
        self.filelist.global_exclude("*.py[cod]")
        self.filelist.append("CHANGELOG.md")
        super().make_distribution()


# Checks are off in release builds alone; never in the file header, which would beat this table.
directives = {"cdivision": True}
directives |= dict.fromkeys(("boundscheck", "wraparound", "initializedcheck"), debug)
compile_args: list[str] = []
link_args: list[str] = []
macros: list[tuple[str, str | None]] = []

if sys.platform != "win32":
    if debug or sanitizers:
        compile_args += ["-O1", "-g3", "-UNDEBUG"]
    else:
        # Without debug information a wheel is five times smaller and names no path of its builder.
        compile_args += ["-g0"]
        if "-O" not in os.environ.get("CFLAGS", ""):
            compile_args += ["-O3"]  # many interpreters were built, and build, with less
if sysconfig.get_platform().startswith("emscripten"):
    compile_args += ["-msimd128", "-msse2"]  # WebAssembly's vectors, through SSE2's names
if sanitizers:
    compile_args += [f"-fsanitize={sanitizers}", "-fno-omit-frame-pointer"]
    link_args += [f"-fsanitize={sanitizers}"]
if trace:
    directives["linetrace"] = True
    macros += [("CYTHON_TRACE_NOGIL", "1"), ("CYTHON_USE_SYS_MONITORING", "0")]
for name in ("NARROW", "PORTABLE", "WITHOUT_GIL"):
    if name in switches:
        macros += [(f"MINESWEEP_{name}", "1")]


package = Path("src/minesweep")
included = sorted(str(path) for path in package.rglob("*") if path.suffix in (".pxd", ".h"))


def extension(source: Path) -> Extension:
    module = Extension(
        f"minesweep.{source.stem}",
        [str(source)],
        depends=included,
        include_dirs=["src/minesweep"],
        define_macros=macros,
        extra_compile_args=compile_args,
        extra_link_args=link_args,
    )
    module.cython_directives = directives
    module.cython_c_in_temp = not trace  # coverage looks for the C file beside its source
    return module


setup(
    cmdclass={"build_ext": BuildExtensions, "sdist": SdistWithTests},
    ext_modules=[extension(source) for source in sorted(package.glob("_*.pyx"))],
    options={"build": {"build_base": build_folder()}},
)
