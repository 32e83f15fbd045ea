"""The comparison asks before it times: right answers pass, and each kind of wrong one is found."""

import ast
import importlib
import sys
from pathlib import Path

import pytest

import minesweep
from minesweep import reference

np = pytest.importorskip("numpy")

BENCH = Path(__file__).parent.parent / "bench"

if not BENCH.exists():
    pytest.skip("the benchmark is not here", allow_module_level=True)


@pytest.fixture
def bench(monkeypatch):
    """Imports from the benchmark's folder, whose modules may be called as those of the tests."""
    before = dict(sys.modules)
    monkeypatch.syspath_prepend(str(BENCH))
    for path in (*BENCH.glob("*.py"), *BENCH.glob("*/")):
        sys.modules.pop(path.stem, None)
    yield importlib.import_module
    for name in set(sys.modules) - set(before):
        if str(BENCH) in str(getattr(sys.modules[name], "__spec__", "")):
            del sys.modules[name]
    sys.modules.update(before)


def wrong(contestant, questions):
    return sum(contestant.ask(question).wrong for question in questions)


# Games


@pytest.fixture
def games(bench):
    return bench("parts.games")


@pytest.fixture
def ours(bench, games):
    return bench("parts").load("games", "ours_games")


def test_games_played_right_pass(bench, games):
    questions = games.questions()
    assert wrong(bench("parts").load("games", "ours_games"), questions) == 0
    assert wrong(bench("parts").load("games", "ours_game"), questions) == 0
    assert wrong(bench("parts").load("games", "numpy_arrays"), questions) == 0


def on_squares_beside(games, squares):
    games.games.reveal((squares + 1) % games.games.visible[0].size)


def test_games_played_otherwise_are_counted(games, ours):
    question = games.Question(9, 9, 10, number=20, seed=5)
    ours.games.move = on_squares_beside
    assert ours.ask(question).wrong == 20


@pytest.mark.parametrize("fault", ["won", "lost"])
def test_ends_that_are_not_told_are_counted(games, ours, fault):
    question = games.Question(4, 4, 1, number=20, seed=5)
    ends = {
        "won": sum(step[2] for step in question.played[1]) > 0,
        "lost": sum(step[3] for step in question.played[1]) > 0,
    }
    setattr(ours.games, fault, lambda self: np.zeros(20, bool))
    assert ours.ask(question).wrong == ends[fault].sum() > 0


def test_wrong_rules_for_the_first_click_are_counted(games, ours):
    opening, may_hit = map(games.FirstClick, games.FIRST_CLICKS)
    real = minesweep.Games

    class Otherwise(ours.games):
        def __init__(self, number, level, first_click, seed):
            other = {"opening": "any", "any": "opening"}[first_click]
            self.games = real(number, 9, 9, 10, first_click=other, seed=seed)

    ours.games = Otherwise
    assert ours.ask(opening).wrong > 0
    assert ours.ask(may_hit).wrong == may_hit.number


def test_moves_are_hidden_squares_all_equally_likely(games):
    visible = np.zeros((3000, 2, 3), np.int8)
    visible[:, 0, 1] = visible[:, 1, 2] = minesweep.HIDDEN
    visible[2999] = 0
    squares = games.hidden_squares(visible)
    assert squares[2999] == 0
    counts = np.bincount(squares[:2999], minlength=6)
    assert counts[[0, 2, 3, 4]].sum() == 0
    assert abs(counts[1] - counts[5]) < 5 * 3000**0.5


@pytest.mark.parametrize(
    "fault", ["none", "wrong number", "opening cut short", "mine hit", "won", "a mine too few"]
)
def test_boards_that_cannot_be_under_way(games, fault):
    mines = np.zeros((1, 5, 6), bool)
    mines[0, :, 3] = True  # a wall: what lies behind stays hidden
    visible = np.full(mines.shape, minesweep.HIDDEN, np.int8)
    minesweep.reveal(visible[0], 4, 0, mines=mines[0])
    level = games.Level("", 5, 6, 5)
    if fault == "wrong number":
        visible[0, 2, 2] = 4
    elif fault == "opening cut short":
        visible[0, 3, 1] = minesweep.HIDDEN
    elif fault == "mine hit":
        visible[0, 2, 3] = minesweep.MINE
    elif fault == "won":
        visible[0] = np.where(mines[0], minesweep.HIDDEN, minesweep.numbers(mines[0]))
    elif fault == "a mine too few":
        level = games.Level("", 5, 6, 6)
    assert games.inconsistent(visible, mines, level).tolist() == [fault != "none"]


def test_a_step_moves_in_each_game_and_begins_the_finished_ones_anew(games, ours):
    case = games.Case(games.BEGINNER, "any")
    for _ in range(3):
        step = ours.attempt(case)
        before = step._games.visible().copy()
        step.play()
        assert (before != step._games.visible()).any((1, 2)).mean() > 0.9
        assert not step._games.games.over.any()
        check = step.check()
        assert (check.boards, check.wrong) == (1024, 0)


# Probabilities


@pytest.fixture
def probabilities(bench):
    return bench("parts.probabilities")


def test_exact_answers_are_those_of_the_reference(bench, probabilities):
    exact = bench("exact")
    small = [question for question in probabilities.questions() if question.boards[0].size <= 40]
    assert len(small) > 20
    for question in small:
        board = question.boards[0]
        right = reference.probabilities(board.tolist(), question.mines)
        assert exact.probabilities(board, question.mines).tolist() == [
            [float(chance) for chance in line] for line in right
        ]


def test_exact_answers_where_mines_were_hit(bench):
    board = np.array([[9, -1, -1], [-1, 2, -1], [-1, -1, -1]], np.int8)
    assert bench("exact").probabilities(board, 2).tolist() == [
        [float(chance) for chance in line] for line in reference.probabilities(board.tolist(), 2)
    ]


@pytest.mark.parametrize("key", ["ours_single", "ours_batch"])
def test_right_probabilities_pass(bench, probabilities, key):
    contestant = bench("parts").load("probabilities", key)
    assert wrong(contestant, probabilities.questions()[:60]) == 0
    attempt = contestant.attempt(probabilities.bot_play(4))
    attempt.play()
    assert (attempt.check().boards, attempt.check().wrong) == (4, 0)


@pytest.mark.parametrize("key", ["ours_single", "ours_batch"])
def test_wrong_probabilities_are_counted(bench, probabilities, monkeypatch, key):
    contestant = bench("parts").load("probabilities", key)
    monkeypatch.setattr(contestant.module, "read", lambda chances: np.asarray(chances) + 1e-8)
    assert contestant.ask(probabilities.lattice(5, 6, 2)).wrong == 2


def test_a_claim_of_proof_is_wrong_where_there_is_none(probabilities):
    case = probabilities.Case("two squares", 1, lambda: np.array([[[-1, 1, -1]]], np.int8))
    assert not case.wrong(0, np.array([[0.5, 0, 0.5]]), 1)
    assert not case.wrong(0, np.array([[0.6, 0, 0.6]]), 0.2)
    assert case.wrong(0, np.array([[0, 0, 0.5]]), 1)
    assert case.wrong(0, np.array([[0.5, 0, 1]]), 1)
    assert case.wrong(0, np.array([[np.nan, 0, 0.5]]), 1)


def test_probabilities_of_large_boards_must_add_up(probabilities):
    case = probabilities.coastline(101)
    assert case.right is None
    chances = minesweep.probabilities(case.boards[0], case.mines)
    assert not case.wrong(0, chances, 1e-9)
    beside_none = (case.boards[0] < 0) & (probabilities.around(case.boards[0] >= 0) == 0)
    changes = {
        "the sum": [(beside_none, 1e-3)],
        "around a number": [((0, 10), 1e-3), ((0, 28), -1e-3)],
        "beside no number": [((0, 0), 1e-3), ((100, 100), -1e-3)],
    }
    for change in changes.values():
        other = chances.copy()
        for squares, difference in change:
            other[squares] += difference
        assert case.wrong(0, other, 1e-9)


def test_a_position_that_raises_is_wrong_and_has_no_time(bench, probabilities, monkeypatch):
    contestant = bench("parts").load("probabilities", "ours_single")
    case = probabilities.lattice(5, 6, 3)
    solve, calls = contestant.module.solve, iter([None, ValueError("no"), None])

    def solve_two(position):
        if error := next(calls):
            raise error
        return solve(position)

    monkeypatch.setattr(contestant.module, "solve", solve_two)
    attempt = contestant.attempt(case)
    attempt.play()
    check = attempt.check()
    assert (check.boards, check.wrong, check.raised) == (3, 1, {"ValueError"})
    assert np.isnan(attempt.laps).tolist() == [False, True, False]


# All parts


def constants(file):
    """What a file assigns to names at its top level, where that is a constant."""
    body = ast.parse(file.read_text()).body
    assignments = [node for node in body if isinstance(node, ast.Assign)]
    return {
        target.id: getattr(node.value, "value", ...)
        for node in assignments
        for target in node.targets
        if isinstance(target, ast.Name)
    }


@pytest.mark.parametrize("part", ["letters", "games", "probabilities"])
def test_contestants_have_names_of_their_own(part):
    files = [f for f in (BENCH / "contestants" / part).glob("*.py") if f.name[0] != "_"]
    found = [constants(file) for file in files]
    assert len(files) >= 4
    assert all({"name", "requires"} <= set(each) for each in found)
    assert len({each["name"] for each in found}) == len(files)
