"""Games that nobody thought of: the compiled game and the reference are given the same moves."""

from typing import Any

import pytest

import minesweep
from minesweep import reference

pytest.importorskip("hypothesis")
pytest.importorskip("numpy")

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from outcomes import outcome
from pairs import LETTERS, PAIRS, Pairs, as_lists
from players import places, view
from strategies import boards, clicks

SEEDS = st.one_of(st.integers(0, 2**64 - 1), st.sampled_from([0, 2**63, 2**64 - 1]))
RULES = st.sampled_from(["any", "safe", "opening"])
SIZES = st.one_of(
    st.tuples(st.integers(1, 7), st.integers(1, 7)),
    st.tuples(st.integers(1, 4), st.integers(60, 70)),
    st.tuples(st.integers(60, 70), st.integers(1, 4)),
)
# Drawn as a share of the board, so that one size shrinks without the other.
SHARES = st.floats(0, 1, exclude_max=True)


@st.composite
def mine_counts(draw: st.DrawFn, squares: int) -> int:
    few, any_number = st.integers(0, min(squares - 1, 8)), st.integers(0, squares - 1)
    return draw(st.one_of(few, st.integers(0, squares // 5), any_number).filter(squares.__gt__))


class BothGames(RuleBasedStateMachine):
    @initialize(size=SIZES, seed=SEEDS, first_click=RULES, data=st.data())
    def begin(
        self, size: tuple[int, int], seed: int, first_click: str, data: st.DataObject
    ) -> None:
        self.size = size
        mines = data.draw(mine_counts(size[0] * size[1]))
        self.ours, self.plain = (
            impl.Game(*size, mines, seed=seed, first_click=first_click)
            for impl in (minesweep, reference)
        )
        self.kept: list[tuple[Any, Any]] = []

    def move(self, name: str, *args: Any, **options: Any) -> None:
        ours, plain = (getattr(game, name)(*args, **options) for game in (self.ours, self.plain))
        assert ours == plain
        assert type(ours) is type(plain)

    def square(self, at: tuple[float, float]) -> tuple[int, int]:
        return int(at[0] * self.size[0]), int(at[1] * self.size[1])

    @rule(at=st.tuples(SHARES, SHARES))
    def reveal(self, at: tuple[float, float]) -> None:
        self.move("reveal", *self.square(at))

    @rule(at=st.tuples(SHARES, SHARES))
    def reveal_if_safe(self, at: tuple[float, float]) -> None:
        row, col = self.square(at)
        if not self.plain.mines[row][col]:
            self.move("reveal", row, col)

    @rule(at=st.tuples(SHARES, SHARES))
    def flag(self, at: tuple[float, float]) -> None:
        self.move("flag", *self.square(at))

    @rule(at=st.tuples(SHARES, SHARES))
    def chord(self, at: tuple[float, float]) -> None:
        self.move("chord", *self.square(at))

    @rule(at=st.tuples(SHARES, SHARES))
    def flag_the_mines_around_and_chord(self, at: tuple[float, float]) -> None:
        row, col = self.square(at)
        for r in range(max(row - 1, 0), min(row + 2, self.size[0])):
            for c in range(max(col - 1, 0), min(col + 2, self.size[1])):
                if self.plain.mines[r][c] and self.plain.visible[r][c] == -1:
                    self.move("flag", r, c)
        self.move("chord", row, col)

    @rule(seed=st.one_of(st.none(), SEEDS))
    def reset(self, seed: int | None) -> None:
        self.move("reset", seed)

    @rule()
    def keep_a_copy(self) -> None:
        self.kept.append((self.ours.copy(), self.plain.copy()))

    @rule(data=st.data())
    def go_back(self, data: st.DataObject) -> None:
        if self.kept:
            at = data.draw(st.integers(0, len(self.kept) - 1))
            self.ours, self.plain = (game.copy() for game in self.kept[at])

    @invariant()
    def are_the_same(self) -> None:
        assert view(self.ours) == view(self.plain)
        assert places(self.ours) == places(self.plain)
        assert self.ours.seed == self.plain.seed
        for ours, plain in self.kept:
            assert view(ours) == view(plain)
            assert places(ours) == places(plain)


TestBothGames = BothGames.TestCase
TestBothGames.settings = settings(
    max_examples=4 * settings.default.max_examples, stateful_step_count=30
)


@given(
    rows=st.integers(1, 6), cols=st.one_of(st.integers(1, 6), st.integers(60, 67)), data=st.data()
)
def test_numbers_of_boards(rows: int, cols: int, data: st.DataObject) -> None:
    line = st.lists(st.booleans(), min_size=cols, max_size=cols)
    mines = data.draw(st.lists(line, min_size=rows, max_size=rows))
    assert minesweep.numbers(mines).tolist() == reference.numbers(mines)
    assert minesweep.openings(mines) == reference.openings(mines)
    assert minesweep.bbbv(mines) == reference.bbbv(mines)


@settings(max_examples=20 * settings.default.max_examples)
@given(data=st.data(), pair=st.sampled_from(PAIRS), connectivity=st.sampled_from([8, 4]))
def test_pairs_of_boards(data: st.DataObject, pair: Pairs, connectivity: int) -> None:
    rows = data.draw(boards(data.draw(st.sampled_from([LETTERS, LETTERS + "tmzy"]))))
    (visible, mines), (seen, mined) = pair.make(rows), as_lists(rows)
    for click in data.draw(clicks(rows)):
        options = {"connectivity": connectivity}
        result = outcome(reference.reveal, seen, *click, mines=mined, **options)
        assert outcome(minesweep.reveal, visible, *click, mines=mines, **options) == result
        assert visible.tolist() == seen
