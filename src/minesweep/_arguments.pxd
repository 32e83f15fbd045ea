# cython: language_level=3
"""Rows and columns of clicks among the arguments of a call."""

from cpython.number cimport PyNumber_Index
from libc.stdint cimport INT64_MAX, INT64_MIN, int64_t

from minesweep import _errors

cdef extern from *:
    """
    /* PyLong_AsLongLongAndOverflow for integers, which can't fail, and no call for small ones. */
    static inline int64_t minesweep_as_int64(PyObject *value, int *overflow)
    {
    #if PY_VERSION_HEX >= 0x030C0000
        if (PyUnstable_Long_IsCompact((PyLongObject *)value)) {
            *overflow = 0;
            return PyUnstable_Long_CompactValue((PyLongObject *)value);
        }
    #else
        if (Py_SIZE(value) == 0 || Py_SIZE(value) == 1) {
            *overflow = 0;
            return Py_SIZE(value) ? ((PyLongObject *)value)->ob_digit[0] : 0;
        }
    #endif
        return PyLong_AsLongLongAndOverflow(value, overflow);
    }
    """
    int64_t as_int64 "minesweep_as_int64"(object, int* overflow)


cdef inline int64_t clipped(object integer) noexcept:
    """An integer; if it does not fit, one that is outside any board too."""
    cdef int overflow
    cdef int64_t value = as_int64(integer, &overflow)
    if overflow:
        return INT64_MAX if overflow > 0 else INT64_MIN
    return value


cdef inline object as_integer(str name, object value):
    try:
        return PyNumber_Index(value)
    except TypeError:
        raise _errors.not_an_integer(name, value) from None
