"""Large boards, known by their SHA-256: openings of millions of squares, mazes of one corridor."""

import hashlib
import threading

import boards
import pytest
from cases import BUILT, Built
from forms import AVAILABLE, LISTS, Form

import minesweep

Rows = list[str]

# One form of each kind, and one where the squares of a row lie far apart.
NAMES = "lists", "memoryview cast B", "U1 C order", "uint8 Fortran order"
SOME_FORMS = [form for form in AVAILABLE if form.name in NAMES]


def name_of(case: Built) -> str:
    return f"{case.id} {case.builder}({', '.join(map(str, case.arguments))})"


def built(case: Built) -> Rows:
    rows: Rows = getattr(boards, case.builder)(*case.arguments)
    assert sha256(rows) == case.board_sha256
    return rows


def sha256(rows: Rows) -> str:
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()


@pytest.mark.parametrize("case", BUILT, ids=name_of)
def test_large_boards(case: Built) -> None:
    rows = built(case)
    for form in SOME_FORMS:
        board = form.make(rows)
        assert (form.name, minesweep.reveal(board, *case.click)) == (form.name, case.opened)
        assert (form.name, sha256(form.read(board))) == (form.name, case.expected_sha256)


@pytest.mark.parametrize("case", [case for case in BUILT if case.opened < 50_000], ids=name_of)
def test_large_boards_by_the_reference(case: Built) -> None:
    board = LISTS.make(built(case))
    assert minesweep.reference.reveal(board, *case.click) == case.opened
    assert sha256(LISTS.read(board)) == case.expected_sha256


@pytest.mark.parametrize("form", SOME_FORMS, ids=lambda form: form.name)
def test_a_flood_needs_no_deep_stack(form: Form) -> None:
    """A corridor of a quarter of a million squares, on a thread with a stack of 128 KiB."""
    board = form.make(boards.spiral(999))
    counts: list[int] = []
    previous = threading.stack_size(2**17)
    try:
        thread = threading.Thread(target=lambda: counts.append(minesweep.reveal(board, 0, 0)))
        thread.start()
    finally:
        threading.stack_size(previous)
    thread.join()
    assert counts == [749997]
