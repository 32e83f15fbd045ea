"""What processes do while a click is under way: they fork, and they are told to stop."""

import os
import signal
import threading
from typing import Any

import boards
import pytest
from forms import AVAILABLE, Form, cast

import minesweep

pytestmark = pytest.mark.serial

NAMES = "lists", "memoryview cast B", "U1 C order"
SOME_FORMS = [form for form in AVAILABLE if form.name in NAMES]
SIDE = 1000
EMPTY, BLANK = boards.empty(SIDE, SIDE), ["B" * SIDE] * SIDE


def flood_until(stop: threading.Event) -> None:
    while not stop.is_set():
        minesweep.reveal(cast(bytearray(b"E" * SIDE * SIDE), "B", SIDE), 500, 500)


def flood_in_threads(board: Any) -> bool:
    """Whether a new process can start threads of its own, which flood."""
    threads = [
        threading.Thread(target=minesweep.reveal, args=(board, row, row)) for row in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return bytes(board) == b"B" * SIDE * SIDE


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")
def test_a_fork_while_threads_flood() -> None:
    stop = threading.Event()
    threads = [threading.Thread(target=flood_until, args=(stop,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(20):
            child = os.fork()
            if child == 0:
                signal.alarm(60)  # ends a child that hangs
                status = 1
                try:
                    lists = [list(row) for row in boards.empty(100, 100)]
                    if minesweep.reveal(lists, 0, 0) != 10_000:
                        status = 2
                    elif not flood_in_threads(cast(bytearray(b"E" * SIDE * SIDE), "B", SIDE)):
                        status = 3
                    else:
                        status = 0
                finally:
                    os._exit(status)
            assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    finally:
        stop.set()
        for thread in threads:
            thread.join()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no such timer here")
@pytest.mark.parametrize("form", SOME_FORMS, ids=lambda form: form.name)
def test_ctrl_c_during_a_click(form: Form) -> None:
    """It is heard when the click is done; so the board is whole, or as it was."""

    def interrupted(board: Any, delay: float) -> bool:
        try:
            signal.setitimer(signal.ITIMER_REAL, delay)
            opened = minesweep.reveal(board, 500, 500)
            signal.setitimer(signal.ITIMER_REAL, 0)
        except KeyboardInterrupt:
            return True
        assert opened == SIDE * SIDE
        return False

    whole, delay = 0, 1e-5
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        while True:
            board = form.make(EMPTY)
            heard = interrupted(board, delay)
            state = form.read(board)
            assert state in (EMPTY, BLANK)
            if not heard:
                break
            whole += state == BLANK
            delay *= 2
    finally:
        signal.signal(signal.SIGALRM, before)
    assert whole > 0, "no interrupt came during a click"


def test_a_subinterpreter() -> None:
    """As README.md says: it cannot import the package, and nothing worse happens."""
    interpreters = pytest.importorskip("_interpreters")
    interpreter = interpreters.create()
    try:
        failure = interpreters.exec(interpreter, "import minesweep")
    finally:
        interpreters.destroy(interpreter)
    assert failure.type.__name__ == "ImportError"
    assert "subinterpreters" in failure.msg
    assert minesweep.reveal([["M"]], 0, 0) == 1
