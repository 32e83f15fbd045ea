"""Exact mine probabilities in plain Python: the right answers of the benchmark.

Written apart from the package, so that both do not share an error. It counts layouts with integers
of any size. Closed squares that touch the same numbers are a box; boxes that are joined by numbers
are a group. A group is walked box by box: a state is what the numbers on the way still need, and
for each state the layouts behind it are counted by how many mines they have. Walked back from the
end as well, it tells how many layouts have a mine in each box.

Such counts are kept as one integer, a polynomial in the number of mines with a coefficient every so
many bits: a mine more is a shift, and two polynomials are multiplied by one multiplication.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

Square = tuple[int, int]
Box = tuple[Square, ...]
"""The numbers that its squares touch."""
Counts = list[int]
"""How many layouts there are with 0, 1, 2, ... mines."""


@dataclass
class Group:
    squares: list[list[Square]]
    """Of each box."""
    layouts: Counts
    mined: list[Counts]
    """For each box, the mines in it, summed over all layouts."""


def probabilities(visible: NDArray[np.int8], mines: int) -> NDArray[np.float64]:
    """How likely each closed square is a mine; 0 on open squares, 1 on mines that were hit.

    0 and 1 only where they are exact.
    """
    groups = list(_groups(visible))
    hit = visible == 9
    rest = visible < 0
    for group in groups:
        for squares in group.squares:
            rest[tuple(zip(*squares, strict=True))] = False
    chance = hit.astype(float)
    free, left = int(rest.sum()), mines - int(hit.sum())
    every = _product([group.layouts for group in groups])
    total = _completed(every, free, left)
    if free:
        chance[rest] = _completed(every, free - 1, left - 1) / total
    for number, group in enumerate(groups):
        others = _product([other.layouts for other in groups[:number] + groups[number + 1 :]])
        outside = [_completed(others, free, left - n) for n in range(len(group.layouts))]
        for squares, mined in zip(group.squares, group.mined, strict=True):
            with_mine = sum(count * outside[n] for n, count in enumerate(mined))
            chance[tuple(zip(*squares, strict=True))] = with_mine / (total * len(squares))
    return chance


def _completed(counts: Counts, free: int, left: int) -> int:
    """How many layouts there are if the mines that are left lie on the free squares."""
    return sum(count * comb(free, left - n) for n, count in enumerate(counts) if n <= left)


def _product(factors: list[Counts]) -> Counts:
    bits = sum(sum(factor).bit_length() for factor in factors) + 1
    return _unpacked(prod(_packed(factor, bits) for factor in factors), bits)


def _packed(counts: Counts, bits: int) -> int:
    return sum(count << (i * bits) for i, count in enumerate(counts))


def _unpacked(packed: int, bits: int) -> Counts:
    mask = (1 << bits) - 1
    return [packed >> at & mask for at in range(0, packed.bit_length(), bits)]


def _groups(visible: NDArray[np.int8]) -> Iterator[Group]:
    need, boxes = _boxes(visible)
    touching: dict[Square, list[Box]] = defaultdict(list)
    for box in boxes:
        for number in box:
            touching[number].append(box)
    seen: set[Box] = set()
    for box in boxes:
        if box not in seen:
            group = _reached(box, touching)
            seen.update(group)
            # From a far end, so that few numbers are under way at once.
            order = _ordered(_reached(group[-1], touching), touching)
            yield _count(order, [boxes[box] for box in order], need)


def _boxes(visible: NDArray[np.int8]) -> tuple[dict[Square, int], dict[Box, list[Square]]]:
    """What each number needs, and the squares of each box."""
    need: dict[Square, int] = {}
    touched: dict[Square, list[Square]] = defaultdict(list)
    for row, col in np.argwhere((visible >= 0) & (visible <= 8)).tolist():
        top, left = max(row - 1, 0), max(col - 1, 0)
        around = visible[top : row + 2, left : col + 2]
        need[row, col] = int(visible[row, col]) - int((around == 9).sum())
        for r, c in np.argwhere(around < 0).tolist():
            touched[top + r, left + c].append((row, col))
    boxes: dict[Box, list[Square]] = defaultdict(list)
    for square, numbers in touched.items():
        boxes[tuple(numbers)].append(square)
    return need, boxes


def _reached(start: Box, touching: dict[Square, list[Box]]) -> list[Box]:
    """All boxes of a group, breadth first."""
    found = {start: None}
    for box in (order := [start]):
        new = [other for number in box for other in touching[number] if other not in found]
        new = list(dict.fromkeys(new))
        found.update(dict.fromkeys(new))
        order += new
    return order


def _ordered(group: list[Box], touching: dict[Square, list[Box]]) -> list[Box]:
    """Always the box that leaves the fewest numbers under way; of several, that met first."""
    left = {number: len(touching[number]) for box in group for number in box}
    begun: set[Square] = set()
    met, order = {group[0]: 0}, []

    def more(box: Box) -> tuple[int, int]:
        opened = sum(number not in begun for number in box)
        return opened - sum(left[number] == 1 for number in box), met[box]

    while met:
        best = min(met, key=more)
        del met[best]
        order.append(best)
        for number in best:
            left[number] -= 1
        begun.update(best)
        waiting = [o for number in best for o in touching[number] if o not in order]
        met |= {box: len(order) for box in waiting if box not in met}
    return order


def _count(order: list[Box], squares: list[list[Square]], need: dict[Square, int]) -> Group:
    bits = sum(map(len, squares)) + max(map(len, squares)).bit_length() + 1
    moves, forward = _forward(order, squares, need, bits)
    backward, mined = {(): 1}, []
    for size, steps, ways in zip(
        map(len, reversed(squares)), reversed(moves), reversed(forward[:-1]), strict=True
    ):
        before: dict[tuple[int, ...], int] = defaultdict(int)
        with_mines = 0
        for state, laid, after in steps:
            if after in backward:
                behind = backward[after] * comb(size, laid) << (laid * bits)
                before[state] += behind
                with_mines += laid * ways[state] * behind
        mined.append(_unpacked(with_mines, bits))
        backward = before
    return Group(squares, _unpacked(forward[-1].get((), 0), bits), mined[::-1])


def _forward(
    order: list[Box], squares: list[list[Square]], need: dict[Square, int], bits: int
) -> tuple[list[list[tuple[Any, int, Any]]], list[dict[Any, int]]]:
    """The moves between states at each box, and the layouts that lead to each state."""
    last = {number: i for i, box in enumerate(order) for number in box}
    room: dict[Square, int] = defaultdict(int)
    for box, inside in zip(order, squares, strict=True):
        for number in box:
            room[number] += len(inside)
    under_way: list[Square] = []
    moves, forward = [], [{(): 1}]
    for i, (box, inside) in enumerate(zip(order, squares, strict=True)):
        begun = [number for number in box if number not in under_way]
        numbers = [*under_way, *begun]
        under_way = [number for number in numbers if last[number] > i]
        for number in box:
            room[number] -= len(inside)
        touched = [number in box for number in numbers]
        kept = [last[number] > i for number in numbers]
        most = [room[number] for number in numbers]
        steps: list[tuple[Any, int, Any]] = []
        ways: dict[Any, int] = defaultdict(int)
        for state, packed in forward[-1].items():
            needs = (*state, *(need[number] for number in begun))
            for laid in range(len(inside) + 1):
                after = [n - laid * t for n, t in zip(needs, touched, strict=True)]
                if all(0 <= n <= room_left for n, room_left in zip(after, most, strict=True)):
                    reached = tuple(n for n, k in zip(after, kept, strict=True) if k)
                    steps.append((state, laid, reached))
                    ways[reached] += packed * comb(len(inside), laid) << (laid * bits)
        moves.append(steps)
        forward.append(ways)
    return moves, forward
