"""Sequences and batches that nobody thought of: as the reference, click by click."""

import random
from typing import Any

import pytest

import minesweep

pytest.importorskip("hypothesis")
pytest.importorskip("numpy")

import strategies
import test_batch
import test_sequence
from forms import AVAILABLE, Form
from hypothesis import given
from hypothesis import strategies as st
from test_batch import STACKS, WORKERS, letters, text

Clicks = list[tuple[int, int]]


@given(
    st.sampled_from(AVAILABLE),
    strategies.boards().flatmap(lambda rows: st.tuples(st.just(rows), strategies.clicks(rows))),
    st.sampled_from([8, 4]),
)
def test_any_sequence(form: Form, game: tuple[list[str], Clicks], connectivity: int) -> None:
    rows, clicks = game
    board = form.make(rows)
    counts = minesweep.reveal_sequence(board, clicks, connectivity=connectivity)
    assert (counts.tolist(), form.read(board)) == test_sequence.reference(
        rows, clicks, connectivity
    )


@given(
    strategies.SHAPES,
    st.lists(st.integers(0, 2**32), min_size=1, max_size=6),
    st.sampled_from(sorted(STACKS)),
    st.sampled_from([8, 4]),
    st.sampled_from(WORKERS),
)
def test_any_stack(
    shape: tuple[int, int], seeds: list[int], form: str, connectivity: int, workers: int
) -> None:
    rows, cols = shape
    games, clicks = [], []
    for seed in seeds:
        lots = random.Random(seed)
        some = lots.choice(["M", "MX", "MMM1B", strategies.LETTERS])
        squares = strategies.scattered(lots, rows * cols, lots.uniform(0.5, 1), some)
        games.append(strategies.cut(squares, cols))
        clicks.append((lots.randrange(rows), lots.randrange(cols)))
    stack = STACKS[form](letters(games))
    counts = minesweep.reveal_batch(stack, clicks, connectivity=connectivity, workers=workers)
    assert (counts.tolist(), text(stack)) == test_batch.reference(games, clicks, connectivity)


@given(st.data(), st.sampled_from([8, 4]))
def test_any_list_of_boards(data: Any, connectivity: int) -> None:
    games = data.draw(st.lists(strategies.boards(), max_size=4))
    clicks = [data.draw(strategies.clicks(rows))[0] for rows in games]
    forms = [data.draw(st.sampled_from(AVAILABLE)) for _ in games]
    boards = [form.make(rows) for form, rows in zip(forms, games, strict=True)]
    counts = minesweep.reveal_batch(boards, clicks, connectivity=connectivity)
    after = [form.read(board) for form, board in zip(forms, boards, strict=True)]
    assert (counts.tolist(), after) == test_batch.reference(games, clicks, connectivity)
