"""How many times faster than others each click must be."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import minesweep
import numpy as np

import cases
from boards import EXPERT
from cases import Case, Job
from contestant import Contestant, load
from forms import LISTS, STACK, STRIDED, U1, Form

contestant = cache(load)


@dataclass(frozen=True)
class Demand:
    """``ours`` must be ``floor`` times as fast as the fastest of the others."""

    ours: Contestant
    others: tuple[Contestant, ...]
    floor: float


Demands = Iterator[tuple[Case, list[Demand]]]


def whole(name: str, form: Form, play: Any) -> Contestant:
    """A contestant that is played with all boards and an array of all clicks."""

    def arrange(boards: Sequence[Any], jobs: list[Job]) -> tuple[Any, ...]:
        return boards, np.array([click for _, *click in jobs])

    return Contestant(name, name, (), form, arrange, play)


def numbered() -> Demands:
    for rows, cols in ((9, 9), (16, 30), (1000, 1000), (3000, 3000)):
        yield _case(cases.numbered(rows, cols), lists={"plain_bfs": 4})


def openings() -> Demands:
    yield _case(
        cases.MEDIAN_OPENING[EXPERT],
        lists={"plain_bfs": 35},
        uint8={"numba_stack": 2, "textbook_array": 2},
    )
    yield _case(cases.LEETCODE_LIMIT, lists={"plain_bfs": 500}, uint8={"numba_stack": 35})
    floors: dict[float, dict[str, float]] = {
        0: {"numba_stack": 28, "textbook_array": 20, "scipy_label skimage_flood": 15},
        1: {"numba_stack": 18, "scipy_label skimage_flood": 11},
        3: {"numba_stack": 11},
        5: {},
        8: {"numba_stack": 8, "textbook_array": 8},
        20: {},
    }
    for percent, uint8 in floors.items():
        lists = {"plain_bfs": 300.0} if percent == 1 else {}
        yield _case(cases.field(1000, percent), lists, uint8)
    along_rows, along_columns, spiral, comb, half_revealed = cases.shapes(1000)
    yield _case(along_rows, uint8={"textbook_array": 14})
    yield _case(along_columns, uint8={"textbook_array": 2.5})
    yield _case(spiral, uint8={"textbook_array": 3})
    yield _case(comb, uint8={"textbook_array": 11})
    yield _case(half_revealed)
    for case in cases.small():
        if case not in (cases.MEDIAN_OPENING[EXPERT], cases.LEETCODE_LIMIT):
            yield _case(case, bfs_on_u1=_on(U1, contestant("plain_bfs")))


def _case(
    case: Case,
    lists: dict[str, float] | None = None,
    uint8: dict[str, float] | None = None,
    bfs_on_u1: Contestant | None = None,
) -> tuple[Case, list[Demand]]:
    """Demands on two forms, and that no form is slower than the textbook or plain Python."""
    lists = {"plain_bfs": 1.0, "textbook_lists": 1.0} | (lists or {})
    uint8 = {"textbook_array": 1.0} | (uint8 or {})
    demands = [
        Demand(contestant(ours), tuple(map(contestant, others.split())), floor)
        for ours, floors in (("ours_lists", lists), ("ours_uint8", uint8))
        for others, floor in floors.items()
    ]
    ours, textbook = (_on(STRIDED, contestant(key)) for key in ("ours_uint8", "textbook_array"))
    demands.append(Demand(ours, (textbook,), 1))
    # Plain Python takes minutes for a large board on an array: there its time on lists is asked of.
    demands.append(Demand(contestant("ours_u1"), (bfs_on_u1 or contestant("plain_bfs"),), 1))
    return case, demands


def _on(form: Form, contestant: Contestant) -> Contestant:
    """The same contestant on another form of board."""
    return replace(
        contestant,
        key=f"{contestant.key} {form.name}",
        name=f"{contestant.name} on {form.name}",
        form=form,
    )


def many_clicks() -> Demands:
    batch, sequence = contestant("ours_batch"), contestant("ours_sequence")
    lists = _on(LISTS, batch)
    yield (
        cases.fresh_boards(EXPERT, 10_000),
        [
            Demand(batch, (whole("loop of reveal over a stack", STACK, _loop_over_stack),), 6),
            Demand(batch, (contestant("numba_batch"),), 2),
            Demand(lists, (whole("loop of updateBoard", LISTS, _loop_over_lists),), 1),
        ],
    )
    yield (
        cases.games(EXPERT, 480),
        [Demand(sequence, (contestant("ours_uint8"),), 8)],
    )
    two = whole(
        "minesweep, batch, 2 workers",
        STACK,
        lambda stack, clicks: minesweep.reveal_batch(stack, clicks, workers=2),
    )
    yield cases.fresh_boards(EXPERT, 200_000), [Demand(two, (batch,), 1.6)]


def _loop_over_stack(stack: Any, clicks: Any) -> None:
    for board, (row, col) in zip(stack, clicks.tolist(), strict=True):
        minesweep.reveal(board, row, col)


def _loop_over_lists(boards: Any, clicks: Any) -> None:
    for board, click in zip(boards, clicks.tolist(), strict=True):
        minesweep.updateBoard(board, click)
