"""What `workers` means: how many threads, and the work that they share.

Other threads are a matter of speed, never of success. The calling one works too, does all where no
other can be started, and finishes what others leave undone.
"""

from __future__ import annotations

import _thread
import operator
import os
import sys

import minesweep
from minesweep import _errors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    _Range = tuple[int, int]
    _Work = Callable[[int, int], object]


def number_of_threads(workers: minesweep._types.SupportsIndex) -> int:
    """As in SciPy: -1 means all processors, -2 all but one, and so on."""
    try:
        number = operator.index(workers)
    except TypeError:
        raise _errors.no_integer("workers", workers) from None
    if number > 0:
        return number
    processors = _processors()
    threads = processors + 1 + number
    if number == 0 or threads < 1:
        raise _errors.bad_workers(number, processors)
    return threads


def _processors() -> int:
    """The processors that this process may use."""
    if hasattr(os, "process_cpu_count"):  # Python 3.13 and later: PYTHON_CPU_COUNT counts too
        return os.process_cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def share_out(work: _Work, number: int, size: int, threads: int) -> None:
    """Call ``work(start, stop)`` for ranges of a size that make up ``range(number)``.

    Threads take the ranges in order. After an error no more are taken, and the calling thread goes
    through those that are not finished, in order, calling `work` again: it must go on where it
    stopped. So the error raised is that of the first range to have one, as if one thread did all.
    What a signal's handler raises is raised when no other thread is at work any more.
    """
    ranges = [(start, min(start + size, number)) for start in range(0, number, size)]
    team = _Team(work, ranges)
    own = (0, 0)
    try:
        try:
            team.start_helpers(min(threads, len(ranges)) - 1)
            for own in team.take_ranges():
                work(*own)
        finally:
            team.wait_for_helpers()
    except Exception as error:
        try:
            _finish(work, [each for each in team.unfinished if each < own])
        except Exception as first:
            raise first from None
        if not isinstance(error, MemoryError):  # alone, this thread may have enough
            raise
    _finish(work, team.unfinished)


def _finish(work: _Work, ranges: Iterable[_Range]) -> None:
    for start, stop in sorted(ranges):
        work(start, stop)


class _Team:
    """The calling thread and its helpers, who take ranges until none is left.

    A helper holds a lock of its own from before it takes its first range until it is done. So once
    no range is left and all locks have been free, no helper is at work or ever will be: whether it
    was started, has come to run, or has died, makes no difference.
    """

    def __init__(self, work: _Work, ranges: list[_Range]) -> None:
        self.unfinished = set(ranges)
        self._work = work
        self._left = ranges[::-1]
        self._locks: list[_thread.RLock] = []

    def start_helpers(self, number: int) -> None:
        """Start so many, or as many as can be started; none for which there is nothing left."""
        while self._left and len(self._locks) < number and not sys.is_finalizing():
            try:
                lock = _thread.RLock()
                self._locks.append(lock)
                _thread.start_new_thread(self._help, (lock,))
            except (RuntimeError, MemoryError):
                return

    def take_ranges(self) -> Iterator[_Range]:
        """Ranges for one thread; asking for the next one says that the last is finished."""
        while self._left:
            try:
                taken = self._left.pop()
            except IndexError:  # another thread was faster
                return
            yield taken
            self.unfinished.discard(taken)

    def _help(self, lock: _thread.RLock) -> None:
        with lock:
            try:
                for start, stop in self.take_ranges():
                    self._work(start, stop)
            except BaseException:  # the calling thread finds out whether it has to be raised
                self._left.clear()

    def wait_for_helpers(self) -> None:
        """Leave nothing for helpers to take, and wait until they are done.

        What signals' handlers raise meanwhile is raised after that. The locks are reentrant: an
        interrupt may come while this thread has one.
        """
        self._left.clear()
        waiting, interrupt = True, None
        while waiting:
            try:
                for lock in self._locks:
                    with lock:
                        pass
                waiting = False
            except BaseException as error:
                # Without its traceback, which has this frame. No call: memory may be short, and
                # another interrupt be due.
                error.__traceback__ = None
                interrupt = error
        del self._work  # a helper that comes to run later keeps nothing of it
        if interrupt:
            try:
                raise interrupt
            finally:
                del interrupt  # which has this frame now
