"""The example programs do what they say, over thousands of games."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("matplotlib")
pytest.importorskip("rich")

EXAMPLES = Path(__file__).with_name("examples")


def output(*command: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", *command],
        cwd=EXAMPLES,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_learner_wins_far_more_often_than_random_play(tmp_path: Path) -> None:
    plot = tmp_path / "plot.svg"
    said = output("learner.py", str(plot))
    found = re.search(r"^([\d.]+) % of 10000 fresh games won; at random ([\d.]+) %$", said, re.M)
    assert found, said
    learned, random = map(float, found.groups())
    assert 78 < learned < 88
    assert 9.5 < random < 13
    assert plot.read_text(encoding="utf-8").startswith("<?xml")


def test_the_bot_wins_as_often_as_it_says() -> None:
    """A game is won or not: a rate of 51 % over 10,000 of them varies by 0.5 %."""
    found = re.search(r"^([\d.]+) % ± 1\.0 % of 10000 games won$", output("bot.py"), re.M)
    assert found
    assert 50.0 < float(found[1]) < 52.5
