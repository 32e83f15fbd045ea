# cython: language_level=3
"""Exceptions for what counting layouts comes to, and signals that stop it."""

from libc.stdint cimport int64_t

from minesweep import _errors
from minesweep.engine.odds cimport (
    ODDS_BAD_VALUE, ODDS_NO_MEMORY, ODDS_TOO_HARD, Verdict,
)

cdef extern from *:
    """
    static int minesweep_raise_pending(void) { return PyErr_Occurred() ? -1 : 0; }
    """
    int raise_pending "minesweep_raise_pending"() except -1

cdef extern from "Python.h":
    int PyErr_CheckSignals() except -1

cdef enum:
    MAX_STATES = 1_000_000  # unless another number is asked for


cdef inline int ask(void* stopped) except -1 nogil:
    """Whether to stop: for what a handler of signals raises, in this thread or in another."""
    with gil:
        try:
            PyErr_CheckSignals()
        except BaseException:
            (<int*>stopped)[0] = 1
            raise
    return (<int*>stopped)[0]


cdef inline object error_of(Verdict verdict, object board, int64_t mines, int64_t max_states):
    """The exception for a board that has no answer."""
    if verdict == ODDS_NO_MEMORY:
        return _errors.no_memory_to_count(board.shape)
    if verdict == ODDS_TOO_HARD:
        return _errors.too_hard(max_states)
    for row, values in enumerate(board.tolist() if verdict == ODDS_BAD_VALUE else []):
        for col, value in enumerate(values):
            if not -2 <= value <= 9:
                return _errors.bad_visible(row, col, value)
    return _errors.no_layout(mines)
