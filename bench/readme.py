"""Writes the published figures: ``python bench/readme.py``.

From the JSON files in bench/results it makes the reports in bench/README.md, the figures that
README.md marks (`comparison.pages` tells how), and README.md's picture, bench/results/front.svg.
"""

from comparison import plots
from comparison.front import panels
from comparison.pages import FRONT, REPORTS, RESULTS, renewed
from comparison.results import load_all


def main() -> None:
    comparisons = load_all(RESULTS)
    for page in (FRONT, REPORTS):
        page.write_text(renewed(page.read_text(), comparisons))
    plots.write(plots.front(panels(comparisons)), RESULTS / "front.svg", transparent=True)


if __name__ == "__main__":
    main()
