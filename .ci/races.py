"""Threads that flood at once, for ThreadSanitizer to watch.

``apart`` gives each thread squares of its own, as near to those of the others as can be: nothing
that the core does for one click may touch what another works on. ``shared`` gives all threads one
board, where squares are raced for: to show that races are seen.
"""

import sys
import threading
from collections.abc import Callable

import numpy as np

import minesweep

THREADS = 4
SIDES = [(9, 9), (16, 30), (70, 130), (300, 200), (2000, 7)]


def run_at_once(work: Callable[[int], object]) -> None:
    barrier = threading.Barrier(THREADS)

    def run(number: int) -> None:
        barrier.wait()
        work(number)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def scattered(*shape: int) -> "np.ndarray":
    mines = np.random.default_rng(1).random(shape) < 0.01
    return np.where(mines, b"M", b"E").view("u1").reshape(shape)


def apart() -> None:
    for height, width in SIDES:
        # Boards side by side, one above the other, and square by square in each other's gaps.
        rows, cols = THREADS * height, THREADS * width
        wide, tall, mixed = scattered(height, cols), scattered(rows, width), scattered(height, cols)
        for boards in (
            np.split(wide, THREADS, axis=1),
            np.split(tall, THREADS),
            [mixed[:, number::THREADS] for number in range(THREADS)],
            [scattered(height, width).astype("S1") for _ in range(THREADS)],
            [scattered(height, width).view("S1").astype("U1") for _ in range(THREADS)],
        ):
            clicks = np.argwhere(np.ones((height, width)))[::7]
            run_at_once(lambda number, boards=boards: minesweep.reveal(boards[number], 0, 0))
            run_at_once(
                lambda number, boards=boards, clicks=clicks: minesweep.reveal_sequence(
                    boards[number], clicks
                )
            )
        whole = scattered(height, width)
        run_at_once(lambda _, whole=whole: minesweep.check_board(whole))
        for stack in (
            scattered(200, height, width),
            scattered(height, width, 200).transpose(2, 0, 1),
        ):
            clicks = np.random.default_rng(2).integers((height, width), size=(200, 2))
            minesweep.reveal_batch(stack, clicks, workers=THREADS)


def shared() -> None:
    board = scattered(1000, 1000)
    run_at_once(lambda number: minesweep.reveal_sequence(board, np.argwhere(board == ord("E"))))


if __name__ == "__main__":
    {"apart": apart, "shared": shared}[sys.argv[1]]()
