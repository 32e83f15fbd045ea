"""Work shared out over threads, of which some cannot be started, fail, come late or never."""

import _thread
import gc
import os
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from typing import Any

import pytest

from minesweep._workers import share_out

pytestmark = pytest.mark.serial

needs_numpy = pytest.mark.skipif(not find_spec("numpy"), reason="NumPy is not installed")
needs_threads = pytest.mark.skipif(sys.platform == "emscripten", reason="there are no threads here")
NUMBER = 40
Fail = Callable[[int], object]


class Interrupted(Exception):
    """What a signal's handler raises, as `TimeoutError` is raised by many."""


class Work:
    """Counts how often each number is done; `fail` is called for each before it is done."""

    def __init__(self, fail: Fail = lambda number: None) -> None:
        self.done = [0] * NUMBER
        self.at_work = 0
        self._fail = fail

    def __call__(self, start: int, stop: int) -> None:
        self.at_work += 1
        try:
            for number in range(start, stop):
                if not self.done[number]:
                    self._fail(number)
                    self.done[number] += 1
        finally:
            self.at_work -= 1


def is_helper() -> bool:
    return threading.current_thread() is not threading.main_thread()


def not_alone() -> Fail:
    """Lets threads go on when there are two at work: so that a helper takes a range for sure."""
    both = threading.Barrier(2, timeout=60)
    waited: set[int] = set()

    def wait(_number: int) -> None:
        if _thread.get_ident() not in waited and len(waited) < 2:
            waited.add(_thread.get_ident())
            both.wait()

    return wait


@pytest.mark.parametrize("threads", [1, 2, 3, 8, 10**30])
@pytest.mark.parametrize("size", [1, 3, 7, NUMBER - 1, NUMBER, NUMBER + 1, 10**30])
def test_all_is_done_once(size: int, threads: int) -> None:
    work = Work()
    share_out(work, NUMBER, size, threads)
    assert work.done == [1] * NUMBER


@pytest.mark.parametrize("threads", [1, 2])
def test_no_work(threads: int) -> None:
    share_out(Work(), 0, 5, threads)


@needs_threads
def test_helpers_take_part() -> None:
    work = Work(not_alone())
    share_out(work, NUMBER, 1, 2)
    assert work.done == [1] * NUMBER


@pytest.fixture
def no_garbage_collection() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


# ---- threads that cannot be started, or of which nothing is heard ----


@pytest.fixture
def starts(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], list[Any]]:
    """Have threads started by a function; the list is of what they were to run."""

    def patch(start: Callable[..., int]) -> list[Any]:
        asked: list[Any] = []

        def start_and_note(function: Any, arguments: Any) -> int:
            asked.append((function, arguments))
            return start(function, arguments)

        monkeypatch.setattr(_thread, "start_new_thread", start_and_note)
        return asked

    return patch


@pytest.mark.parametrize("error", [RuntimeError("can't start new thread"), MemoryError()], ids=repr)
@pytest.mark.parametrize(
    "started", [0, pytest.param(1, marks=needs_threads), pytest.param(2, marks=needs_threads)]
)
def test_as_many_threads_as_can_be_started(
    starts: Callable[[Any], list[Any]], started: int, error: Exception
) -> None:
    start = _thread.start_new_thread
    left = [None] * started

    def start_some(function: Any, arguments: Any) -> int:
        if not left:
            raise error
        left.pop()
        return start(function, arguments)

    asked = starts(start_some)
    work = Work(lambda _: time.sleep(0.001))
    share_out(work, NUMBER, 1, 8)
    assert work.done == [1] * NUMBER
    assert len(asked) == started + 1


@pytest.mark.parametrize("outcome", ["success", "error"])
def test_threads_that_come_to_run_when_all_is_over(
    starts: Callable[[Any], list[Any]], outcome: str
) -> None:
    """Or never, as when the interpreter ends: nobody waits for them, and they touch nothing."""

    def fail(number: int) -> None:
        if outcome == "error" and number == 3:
            raise ValueError("number 3")

    asked = starts(lambda function, arguments: 1)
    work = Work(fail)
    try:
        share_out(work, NUMBER, 1, 4)
    except ValueError:
        assert outcome == "error"
    done = list(work.done)
    assert sum(done) == (3 if outcome == "error" else NUMBER)
    gone = weakref.ref(work)
    del work, fail
    assert gone() is None
    assert len(asked) == 3
    for function, arguments in asked:
        function(*arguments)


def test_no_more_threads_than_there_is_work_for(starts: Callable[[Any], list[Any]]) -> None:
    asked = starts(lambda function, arguments: 1)
    share_out(Work(), NUMBER, 20, 8)
    assert len(asked) == 1
    share_out(Work(), NUMBER, NUMBER, 8)
    assert len(asked) == 1


def test_no_threads_when_the_interpreter_ends(
    starts: Callable[[Any], list[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """CPython 3.11 says that it starts one, which then never runs."""
    asked = starts(lambda function, arguments: 1)
    monkeypatch.setattr(sys, "is_finalizing", lambda: True)
    work = Work()
    share_out(work, NUMBER, 1, 4)
    assert (work.done, asked) == ([1] * NUMBER, [])


def test_an_object_that_goes_with_the_interpreter() -> None:
    """When Python has come so far that no other thread runs any more."""
    code = """if True:
        import sys
        from minesweep._workers import share_out

        class Last:
            def __del__(self):
                assert sys.is_finalizing()
                done = [0] * 40
                def work(start, stop):
                    for number in range(start, stop):
                        done[number] += 1
                share_out(work, 40, 3, 4)
                print(done == [1] * 40, flush=True)

        _last = Last()  # names with an underscore are forgotten first
    """
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\n", "")


# ---- errors ----


@needs_threads
@pytest.mark.parametrize("error", [MemoryError, ValueError, SystemExit, KeyboardInterrupt])
def test_the_calling_thread_finishes_what_helpers_leave(error: type[BaseException]) -> None:
    """What fails on another thread alone fails for want of memory or the like: one would do it."""
    together = not_alone()
    failed = []

    def fail(number: int) -> None:
        together(number)
        if is_helper():
            failed.append(number)
            raise error

    work = Work(fail)
    share_out(work, NUMBER, 4, 2)
    assert work.done == [1] * NUMBER
    assert failed


@pytest.mark.parametrize("threads", [1, 2, 3, 8])
@pytest.mark.parametrize("bad", [(0,), (5, 6, 39), (7, 20), (20, 21, 39), (39,)], ids=repr)
@pytest.mark.parametrize("slow", ["helpers", "the calling thread"])
def test_the_first_error_in_order_is_raised(bad: tuple[int, ...], threads: int, slow: str) -> None:
    def fail(number: int) -> None:
        if (slow == "helpers") == is_helper():
            time.sleep(0.0005)
        if number in bad:
            raise ValueError(number)

    for size in 1, 3:
        work = Work(fail)
        with pytest.raises(ValueError) as caught:
            share_out(work, NUMBER, size, threads)
        assert caught.value.args == (bad[0],)
        assert caught.value.__cause__ is None
        assert caught.value.__suppress_context__ or caught.value.__context__ is None
        assert work.done[: bad[0]] == [1] * bad[0]
        assert not any(work.done[number] for number in bad)
        assert max(work.done) <= 1


@needs_threads
@pytest.mark.parametrize("of_helper", [ValueError, MemoryError])
@pytest.mark.parametrize("of_caller", [ValueError, MemoryError])
def test_two_errors(of_helper: type[Exception], of_caller: type[Exception]) -> None:
    """The helper's comes in an earlier range, and the calling thread has taken a later one."""
    came, met, failed = threading.Event(), threading.Event(), threading.Event()
    earlier: list[int] = []
    errors: list[Exception] = []

    def fail(number: int) -> None:
        if is_helper():
            earlier.append(number)
            came.set()
            assert met.wait(60)
            failed.set()
            raise of_helper(number)
        assert came.wait(60)
        if number == earlier[0] and of_helper is ValueError:
            raise ValueError(number)
        if number > earlier[0] and not errors:
            met.set()
            assert failed.wait(60)
            errors.append(of_caller(number))
            raise errors[0]

    work = Work(fail)
    if of_helper is of_caller is MemoryError:
        share_out(work, NUMBER, 1, 2)
        assert work.done == [1] * NUMBER
        return
    with pytest.raises(ValueError) as caught:
        share_out(work, NUMBER, 1, 2)
    (later,) = errors[0].args
    first = earlier[0] if of_helper is ValueError else later
    assert caught.value.args == (first,)
    assert caught.value.__suppress_context__ or caught.value.__context__ is None
    assert work.done[: first + 1] == [1] * first + [0]


@pytest.mark.parametrize("threads", [2, 4])
def test_memory_that_is_enough_for_one_thread(threads: int) -> None:
    """The calling thread tries again when it is alone."""
    failed = threading.Event()

    def fail(number: int) -> None:
        if is_helper():
            assert failed.wait(60)
            raise MemoryError
        if number >= 10 and not failed.is_set():
            failed.set()
            raise MemoryError

    work = Work(fail)
    share_out(work, NUMBER, 5, threads)
    assert work.done == [1] * NUMBER


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_memory_that_is_not_enough(threads: int) -> None:
    def fail(number: int) -> None:
        if number == 23:
            raise MemoryError

    work = Work(fail)
    with pytest.raises(MemoryError):
        share_out(work, NUMBER, 5, threads)
    assert work.done[:24] == [1] * 23 + [0]


# ---- interrupts ----


class Helper:
    """Stays at work on its first number until it is let go, if it is that of a helper."""

    def __init__(self) -> None:
        self.came, self.let_go, self.left = threading.Event(), threading.Event(), False

    def __call__(self, _number: int) -> None:
        if is_helper():
            self.came.set()
            assert self.let_go.wait(60)
            self.left = True
        else:
            assert self.came.wait(60)

    def let_go_soon(self) -> None:
        threading.Timer(0.1, self.let_go.set).start()


@needs_threads
@pytest.mark.parametrize("interrupt", [KeyboardInterrupt, SystemExit, Interrupted, MemoryError])
def test_an_interrupt_stops_helpers(interrupt: type[BaseException]) -> None:
    """It is raised when they are at work no more; and what it stops is not taken up again."""
    helper = Helper()

    def fail(number: int) -> None:
        helper(number)
        if not is_helper():
            helper.let_go_soon()
            raise interrupt

    work = Work(fail)
    with pytest.raises(interrupt):
        share_out(work, NUMBER, 1, 2)
    assert helper.left
    assert work.at_work == 0
    done = list(work.done)
    assert sum(done) == 1
    time.sleep(0.01)
    assert work.done == done


@pytest.fixture
def alarm() -> Iterator[Callable[[type[BaseException]], None]]:
    """Signals every hundredth of a second, whose handler raises the first time, or each time."""
    if not hasattr(signal, "setitimer"):
        pytest.skip("needs timers that send signals")

    def start(error: type[BaseException]) -> None:
        def handle(*_: object) -> None:
            raise error

        signal.signal(signal.SIGALRM, handle)
        signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)

    before = signal.getsignal(signal.SIGALRM)
    yield start
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@needs_threads
@pytest.mark.usefixtures("no_garbage_collection")
@pytest.mark.parametrize("error", [KeyboardInterrupt, Interrupted])
def test_interrupts_while_waiting_for_helpers(
    alarm: Callable[[type[BaseException]], None], error: type[BaseException]
) -> None:
    """Nobody leaves before the helper has, which stays at work for a tenth of a second."""
    helper = Helper()
    work = Work(helper)
    gone = weakref.ref(work)
    interrupted = False
    helper.let_go_soon()
    try:
        try:
            alarm(error)
            share_out(work, 2, 1, 2)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    except error:
        interrupted = True
    assert interrupted
    assert helper.left
    assert work.at_work == 0
    del work
    assert gone() is None


# ---- memory ----


@needs_threads
@pytest.mark.usefixtures("no_garbage_collection")
@pytest.mark.parametrize("bad", [None, 0, 7, 39])
@pytest.mark.parametrize("error", [ValueError, MemoryError, KeyboardInterrupt])
def test_nothing_is_kept(error: type[BaseException], bad: int | None) -> None:
    """No helper and no circle of references keeps the work, whatever comes of it."""
    together = not_alone()

    def fail(number: int) -> None:
        together(number)
        if number == bad:
            raise error

    work = Work(fail)
    gone = weakref.ref(work)
    with suppress(error):
        share_out(work, NUMBER, 3, 2)
    del work, fail
    assert gone() is None


# ---- batches in places where threads are scarce ----

BATCH = """if True:
    import _thread, os, sys, threading, time
    import numpy as np
    import minesweep

    SQUARES = np.where(np.random.default_rng(1).random((64, 300, 300)) < 0.03, b"M", b"E")
    CLICKS = np.random.default_rng(2).integers(300, size=(64, 2))

    def batch(workers):
        boards = SQUARES.copy()
        counts = minesweep.reveal_batch(boards, CLICKS, workers=workers)
        return counts.tolist(), boards.tobytes()

    def check():
        assert batch(4) == expected
        bad = SQUARES.copy()
        bad[20:, CLICKS[20, 0], CLICKS[20, 1]] = b"F"
        for workers in 1, 4:
            boards = bad.copy()
            try:
                minesweep.reveal_batch(boards, CLICKS, workers=workers)
            except ValueError as error:
                assert str(error).startswith("click number 20 on board number 20: "), error
            else:
                raise AssertionError("no error")
        print("checked", flush=True)

    expected = batch(1)
"""


def run(code: str, *arguments: str) -> str:
    """What a program prints that has a batch, the same by one worker and by four."""
    done = subprocess.run(
        [sys.executable, "-c", BATCH + code, *arguments],
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@needs_numpy
@pytest.mark.parametrize("room", [0, 1])
def test_a_limit_on_processes(room: int) -> None:
    """As containers set it; root is exempt, and so becomes a user that has no other process."""
    pytest.importorskip("resource")
    output = run(
        """
    import resource
    room = int(sys.argv[1])
    if os.getuid() == 0:
        os.setuid(100_000 + os.getpid())
        others = len(os.listdir("/proc/self/task"))
    else:
        others = 0 if room == 0 else resource.RLIM_INFINITY - room
    resource.setrlimit(resource.RLIMIT_NPROC, (others + room,) * 2)

    started, stay = 0, _thread.allocate_lock()
    stay.acquire()
    try:
        for _ in range(room + 1):
            _thread.start_new_thread(stay.acquire, ())
            started += 1
    except RuntimeError:
        pass
    for _ in range(started):
        stay.release()
        time.sleep(0.1)
    print(started)
    if started == room:
        check()
    """,
        str(room),
    )
    if output.split() != [str(room), "checked"]:
        assert output.split() == [str(room + 1)]
        pytest.skip("no such limit can be set here")


@needs_numpy
def test_a_handler_at_exit() -> None:
    assert run("    import atexit; atexit.register(check)") == "checked\n"


@needs_numpy
@needs_threads
def test_a_thread_that_outlives_the_main_one() -> None:
    output = run(
        """
    def outlive():
        while threading.main_thread().is_alive():
            time.sleep(0.01)
        check()

    threading.Thread(target=outlive).start()
    """
    )
    assert output == "checked\n"


@needs_numpy
def test_no_pool_of_threads_is_imported() -> None:
    output = run(
        """
    before = "concurrent.futures" in sys.modules
    check()
    assert before or "concurrent.futures" not in sys.modules
    print(before)
    """
    )
    assert output == "checked\nFalse\n"
