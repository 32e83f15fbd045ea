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
