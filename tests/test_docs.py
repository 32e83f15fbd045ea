"""Every public name is documented, and what the documentation shows is what happens."""

import doctest
import inspect
import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

import minesweep

README = Path(__file__).parents[1] / "README.md"
MODULES = [minesweep, minesweep.reference]
if find_spec("gymnasium"):
    MODULES.append(import_module("minesweep.gymnasium"))
PUBLIC = {
    f"{module.__name__}.{name}": getattr(module, name)
    for module in MODULES
    for name in module.__all__
    if callable(getattr(module, name))
}


NEEDED = {
    "numpy": re.compile(r"numpy|reveal_sequence|reveal_batch|minesweep\.Game"),
    "gymnasium": re.compile(r"gymnasium"),
}


def run(examples: list[doctest.Example], name: str, namespace: dict[str, object]) -> None:
    for package, use in NEEDED.items():
        if not find_spec(package) and any(use.search(example.source) for example in examples):
            pytest.skip(f"{package} is not installed")
    output: list[str] = []
    test = doctest.DocTest(examples, namespace, name, None, 0, None)
    doctest.DocTestRunner(verbose=False).run(test, out=output.append)
    assert not output, "".join(output)


@pytest.mark.parametrize(
    "documented",
    [minesweep.reference, *PUBLIC.values()],
    ids=["minesweep.reference", *PUBLIC],
)
def test_examples_in_docstrings(documented: object) -> None:
    examples = doctest.DocTestParser().get_examples(inspect.getdoc(documented) or "")
    assert examples, "no example in the docstring"
    run(examples, str(documented), dict(vars(minesweep.reference)))


def test_examples_in_the_readme() -> None:
    if not README.exists():
        pytest.skip("no README.md beside the tests' folder")
    text = README.read_text(encoding="utf-8")
    unfenced = re.sub("^```.*$", "", text, flags=re.MULTILINE)  # else taken for expected output
    examples = doctest.DocTestParser().get_examples(unfenced)
    assert examples, "no example in README.md"
    run(examples, "README.md", {})
