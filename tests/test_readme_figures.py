"""The README's figures are those of the committed comparison."""

import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BENCH = ROOT / "bench"

if not (BENCH / "results" / "results.json").exists():
    pytest.skip("the benchmark's results are not here", allow_module_level=True)


@pytest.fixture
def readme(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCH))
    return importlib.import_module("readme")


@pytest.fixture
def text(readme):
    return readme.README.read_text()


@pytest.fixture
def comparison(readme):
    return readme.load(readme.RESULTS)


def test_figures_are_those_of_the_committed_comparison(readme, text, comparison):
    assert text == readme.written(text, comparison), "run: python bench/readme.py"


def test_another_comparison_is_refused(readme, text, comparison):
    shown = comparison.outcome(readme.BARS[0], "ours_uint8")
    shown.seconds = [2 * value for value in shown.seconds]
    assert text != readme.written(text, comparison)


def test_plot_of_the_readme_is_committed(readme, text):
    assert "(bench/results/lines.svg)" in text
    assert (BENCH / "results" / "lines.svg").exists()
