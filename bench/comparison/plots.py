"""A comparison as plots (SVG)."""

from collections import Counter
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib import pyplot
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from comparison import text
from comparison.front import Bar
from comparison.results import CaseFacts, Comparison, Entrant
from comparison.shown import BARS, LINE, label

# By the first word of the name of a contestant's file.
COLORS = {
    "ours": "#d62839",
    "plain": "#8a8a8a",
    "textbook": "#2a9d5c",
    "numba": "#7b4fb5",
    "scipy": "#1f77b4",
    "skimage": "#5ba4cf",
    "opencv": "#17a2a2",
    "ms": "#8c5a3c",
    "cpp": "#e0a100",
    "numpy": "#1f77b4",
    "jumanji": "#17a2a2",
    "textarena": "#8a8a8a",
    "zig": "#e0a100",
}
OTHER_COLOR = "black"
# Of the front page's picture, which has no background: to be read on white and on black.
INK, OURS_INK, OTHER_INK = "#7a8088", "#e0475a", "#9aa1a9"
MARKERS = "osD^v*P"

mpl.use("agg")
mpl.rcParams |= {
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "figure.facecolor": "white",
    "figure.constrained_layout.hspace": 0.08,
    "figure.constrained_layout.wspace": 0.04,
    "svg.fonttype": "none",
    "svg.hashsalt": "minesweep",
}


def save(comparison: Comparison, folder: Path) -> None:
    """A part's plots: PART.svg with bars, and of letters lines too."""
    write(bars(comparison), folder / f"{comparison.part}.svg")
    if comparison.part == "letters":
        write(lines(comparison), folder / "letters-lines.svg")


def write(figure: Figure, path: Path, **options: Any) -> None:
    # Without a date, a plot of the same results is the same file.
    figure.savefig(path, bbox_inches="tight", metadata={"Date": None}, **options)
    pyplot.close(figure)


def lines(comparison: Comparison) -> Figure:
    """Time a click against opened squares."""
    figure, axes = pyplot.subplots(figsize=(8, 6.5))
    styles = _styles(comparison)
    opened = [(facts.opened, facts.name) for facts in comparison.cases if facts.name in LINE]
    drawn = []
    for entrant in comparison.taking_part:
        outcomes = [(x, comparison.outcome(name, entrant.key)) for x, name in opened]
        points = sorted(
            (x, outcome.median) for x, outcome in outcomes if outcome and outcome.median
        )
        if points:
            (line,) = axes.plot(*zip(*points, strict=True), **styles[entrant.key])
            drawn.append((points[-1][1] / points[-1][0], line))
    axes.set(xscale="log", yscale="log", xlabel="squares that a click opens", ylabel="time a click")
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.yaxis.set_major_formatter(lambda value, _: text.time(value))
    axes.grid(alpha=0.25)
    slowest_first = [line for _, line in sorted(drawn, key=lambda pair: -pair[0])]
    axes.legend(handles=slowest_first, loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
    return figure


def _styles(comparison: Comparison) -> dict[str, dict[str, Any]]:
    """A color for each family; ours are thicker and in front."""
    seen: Counter[str] = Counter()
    styles = {}
    for entrant in comparison.entrants:
        family = entrant.key.split("_")[0]
        styles[entrant.key] = {
            "label": entrant.name,
            "color": COLORS.get(family, OTHER_COLOR),
            "marker": MARKERS[seen[family] % len(MARKERS)],
            "markersize": 4,
            "linewidth": 2.2 if family == "ours" else 1.1,
            "zorder": 3 if family == "ours" else 2,
        }
        seen[family] += 1
    return styles


def bars(comparison: Comparison) -> Figure:
    """A panel for each of a few cases, with the fastest contestant on top."""
    shown = [f for f in comparison.cases if f.name in BARS or comparison.part != "letters"]
    rows = -(-len(shown) // 2)
    height = 0.21 * len(comparison.taking_part) + 0.7
    figure, panels = pyplot.subplots(
        rows, 2, figsize=(12, height * rows), squeeze=False, layout="constrained"
    )
    for axes in panels.flat[len(shown) :]:
        axes.set_axis_off()
    for axes, facts in zip(panels.flat, shown, strict=False):
        _bars(axes, comparison, facts)
    return figure


def _bars(axes: Axes, comparison: Comparison, facts: CaseFacts) -> None:
    timed: list[tuple[float, Entrant]] = []
    untimed: list[tuple[str, Entrant]] = []
    for entrant in comparison.taking_part:
        outcome = comparison.outcome(facts.name, entrant.key)
        if outcome and outcome.median:
            timed.append((outcome.median, entrant))
        elif outcome:
            untimed.append((outcome.failed or outcome.skipped, entrant))
    timed.sort(key=lambda pair: pair[0])
    styles = _styles(comparison)
    least = timed[0][0] / 2 if timed else 1
    for place, (seconds, entrant) in enumerate(timed):
        axes.barh(place, seconds, color=styles[entrant.key]["color"])
        axes.annotate(
            f" {label(comparison.part, seconds)}", (seconds, place), va="center", fontsize=8
        )
    for place, (why, _) in enumerate(untimed, start=len(timed)):
        axes.annotate(f" {why}", (least, place), va="center", fontsize=8, style="italic")
    names = [
        f"{entrant.name} (wrong)" if entrant.wrong else entrant.name
        for _, entrant in (*timed, *untimed)
    ]
    axes.set_yticks(range(len(names)), names)
    axes.set(xscale="log", xlim=(least, timed[-1][0] * 4 if timed else 2), title=facts.name)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.xaxis.set_major_formatter(lambda value, _: text.time(value))


def front(panels: list[tuple[str, list[Bar]]]) -> Figure:
    """The front page's picture: the panels below each other, each with a scale of its own."""
    heights = [len(bars) + 1.2 for _, bars in panels]
    with mpl.rc_context(dict.fromkeys(("text.color", "ytick.color", "axes.labelcolor"), INK)):
        figure, axes = pyplot.subplots(
            len(panels),
            figsize=(8, 0.24 * sum(heights)),
            height_ratios=heights,
            squeeze=False,
            layout="constrained",
        )
        for panel, (title, bars) in zip(axes.flat, panels, strict=True):
            _front_bars(panel, title, bars)
        figure.supxlabel("time, shorter is better; each panel's scale is logarithmic", fontsize=8)
    return figure


def _front_bars(axes: Axes, title: str, bars: list[Bar]) -> None:
    least, most = min(bar.seconds for bar in bars) / 3, max(bar.seconds for bar in bars)
    for place, bar in enumerate(bars):
        axes.barh(place, bar.seconds, color=OURS_INK if bar.is_ours else OTHER_INK, height=0.7)
        axes.annotate(f" {bar.label}", (bar.seconds, place), va="center", fontsize=8)
    axes.set_yticks(range(len(bars)), [bar.name for bar in bars])
    axes.set(xscale="log", xlim=(least, most * (most / least) ** 0.45))
    axes.set_title(title, loc="left", fontsize=9, fontweight="bold")
    axes.set_ylim(len(bars) - 0.5, -0.5)
    axes.tick_params(length=0)
    axes.xaxis.set_visible(False)
    axes.spines[:].set_visible(False)
