"""The figures in the READMEs and in the front page's picture are those of the committed results."""

import importlib
from pathlib import Path

import pytest

BENCH = Path(__file__).parent.parent / "bench"

if not (BENCH / "results" / "letters.json").exists():
    pytest.skip("the benchmark's results are not here", allow_module_level=True)


@pytest.fixture
def pages(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCH))
    return importlib.import_module("comparison.pages")


@pytest.fixture
def results(pages):
    return importlib.import_module("comparison.results").load_all(pages.RESULTS)


def front_labels(results):
    panels = importlib.import_module("comparison.front").panels(results)
    return [text for title, bars in panels for text in (title, *(bar.label for bar in bars))]


def slower(results, part, case, contestant):
    outcome = results[part].outcome(case, contestant)
    outcome.seconds = [2 * value for value in outcome.seconds]


@pytest.mark.parametrize("page", ["FRONT", "REPORTS"])
def test_figures_are_those_of_the_results(pages, results, page):
    text = getattr(pages, page).read_text()
    assert text == pages.renewed(text, results), "run: python bench/readme.py"


def test_every_part_has_a_report(pages):
    text = pages.REPORTS.read_text()
    for part in pages.PARTS:
        assert f"<!-- {part}: begin -->\n" in text
        assert f"<!-- {part}: end -->\n" in text


def test_other_results_are_refused(pages, results):
    slower(results, "letters", "expert, opening of 25", "ours_uint8")
    for text in (pages.FRONT.read_text(), pages.REPORTS.read_text()):
        assert text != pages.renewed(text, results)


def test_picture_of_the_front_page_shows_the_results(pages, results):
    assert "(bench/results/front.svg)" in pages.FRONT.read_text()
    picture = (pages.RESULTS / "front.svg").read_text()
    assert [label for label in front_labels(results) if f"{label}</text>" not in picture] == []
    slower(results, "letters", "expert, opening of 25", "ours_uint8")
    assert [label for label in front_labels(results) if f"{label}</text>" not in picture] != []


@pytest.mark.parametrize(
    ("which", "text"),
    [
        ("letters | expert, opening of 25 | ours_uint8", "100 ns"),
        ("letters | expert, opening of 25 | plain_bfs / ours_uint8", "25×"),
        ("letters | expert, opening of 25 | ours_uint8 | p99", "not measured"),
        ("letters | date", "2026-01-02"),
        ("letters | version", "9.9.9"),
        ("games | any case | ours_games", "not measured"),
    ],
)
def test_single_figures(pages, results, which, text):
    letters = results["letters"]
    letters.date = "2026-01-02T03:04"
    letters.versions["minesweep"] = "9.9.9"
    letters.outcome("expert, opening of 25", "ours_uint8").seconds = [1e-7]
    letters.outcome("expert, opening of 25", "plain_bfs").seconds = [2.5e-6]
    page = f"<!-- figure: {which} -->old<!-- /figure -->, <!-- figure: {which} --><!-- /figure -->"
    one = f"<!-- figure: {which} -->{text}<!-- /figure -->"
    assert pages.renewed(page, {"letters": letters}) == f"{one}, {one}"


@pytest.mark.parametrize(
    "which",
    [
        "words | date",
        "letters | no such case | ours_uint8",
        "letters | expert, opening of 25 | nobody",
        "letters | expert, opening of 25 | ours_uint8 | p98",
    ],
)
def test_figures_that_there_are_none_of_are_refused(pages, results, which):
    with pytest.raises(SystemExit, match="no "):
        pages.renewed(f"<!-- figure: {which} --><!-- /figure -->", results)
