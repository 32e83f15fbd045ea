"""The package as it is installed."""

import importlib.machinery
import importlib.metadata
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import minesweep
from minesweep import _core, reference

TWINS = {
    "reveal": (minesweep.reveal, reference.reveal),
    "check_board": (minesweep.check_board, reference.check_board),
    "updateBoard": (minesweep.updateBoard, reference.updateBoard),
    "Solution.updateBoard": (minesweep.Solution.updateBoard, reference.Solution.updateBoard),
}


def test_the_version_is_the_metadata_s() -> None:
    assert minesweep.__version__ == importlib.metadata.version("minesweep")


def test_nothing_is_required_at_run_time() -> None:
    requirements = importlib.metadata.requires("minesweep") or []
    assert [text for text in requirements if "extra ==" not in text] == []


def test_the_core_is_compiled() -> None:
    assert _core.__file__.endswith(tuple(importlib.machinery.EXTENSION_SUFFIXES))
    assert minesweep.reveal is _core.reveal


def test_type_hints_are_installed() -> None:
    assert (Path(minesweep.__file__).with_name("py.typed")).exists()


def test_every_public_name_exists() -> None:
    for module in minesweep, reference:
        assert sorted(module.__all__) == sorted(set(module.__all__))
        assert all(hasattr(module, name) for name in module.__all__)


@pytest.mark.parametrize("twins", TWINS.values(), ids=TWINS)
def test_the_twins_are_called_in_the_same_way(twins: tuple[object, object]) -> None:
    compiled, plain = (
        [
            (parameter.name, parameter.kind, parameter.default)
            for parameter in inspect.signature(twin).parameters.values()
        ]
        for twin in twins
    )
    assert compiled == plain


# Each takes a millisecond or more, or brings in one that does.
SLOW = {"argparse", "concurrent.futures", "contextlib", "ctypes", "enum", "functools"}
SLOW |= {"gymnasium", "inspect", "json", "logging", "multiprocessing", "numpy", "pathlib", "re"}
SLOW |= {"subprocess", "tempfile", "threading", "traceback", "typing", "warnings"}


def test_the_import_is_quick() -> None:
    code = """if True:
        import sys
        before = set(sys.modules)
        import minesweep
        board = [["E", "M"]]
        minesweep.updateBoard(board, [0, 0])
        minesweep.check_board(board)
        print(*sorted(set(sys.modules) - before))
    """
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    imported = done.stdout.split()
    assert "minesweep._core" in imported
    assert not SLOW & set(imported)


@pytest.mark.parametrize(
    "code",
    [
        "minesweep.reference.check_board([['E']])",
        "from minesweep import reference; assert reference is minesweep.reference",
        "import minesweep.reference; assert minesweep.reference.reveal([['M']], 0, 0) == 1",
        "from minesweep import *; reference.check_board([['E']])",
        "assert set(minesweep.__all__) <= set(dir(minesweep))",
    ],
)
def test_the_reference_is_there_when_it_is_asked_for(code: str) -> None:
    code = f"import sys, minesweep; assert 'minesweep.reference' not in sys.modules; {code}"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_other_names_are_not_there() -> None:
    with pytest.raises(AttributeError, match=r"^module 'minesweep' has no attribute 'revael'$"):
        minesweep.revael  # noqa: B018 (nothing else is to be done)
    assert not hasattr(minesweep, "__wrapped__")


def test_clicking_imports_no_numpy_prints_nothing_and_writes_no_file(tmp_path: Path) -> None:
    code = """if True:
        import minesweep, sys
        assert minesweep.updateBoard([["E", "M"]], [0, 0]) == [["1", "M"]]
        assert minesweep.reveal(memoryview(bytearray(b"EM")).cast("B", (1, 2)), 0, 0) == 1
        try:
            minesweep.reveal([["E", "F"]], 0, 0)
        except ValueError:
            pass
        assert "numpy" not in sys.modules
    """
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert list(tmp_path.iterdir()) == []
