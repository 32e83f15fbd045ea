"""A buffer exporter that says whatever it is told to, true or false."""

import ctypes
from collections.abc import Sequence

_INTS = ctypes.POINTER(ctypes.c_ssize_t)


class _View(ctypes.Structure):
    """`Py_buffer`."""

    _fields_ = (
        ("buf", ctypes.c_void_p),
        ("obj", ctypes.c_void_p),
        ("len", ctypes.c_ssize_t),
        ("itemsize", ctypes.c_ssize_t),
        ("readonly", ctypes.c_int),
        ("ndim", ctypes.c_int),
        ("format", ctypes.c_char_p),
        ("shape", _INTS),
        ("strides", _INTS),
        ("suboffsets", _INTS),
        ("internal", ctypes.c_void_p),
    )


class _Slot(ctypes.Structure):
    """`PyType_Slot`."""

    _fields_ = (("slot", ctypes.c_int), ("function", ctypes.c_void_p))


class _Spec(ctypes.Structure):
    """`PyType_Spec`."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("basicsize", ctypes.c_int),
        ("itemsize", ctypes.c_int),
        ("flags", ctypes.c_uint),
        ("slots", ctypes.POINTER(_Slot)),
    )


@ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.POINTER(_View), ctypes.c_int)
def _get_buffer(exporter: "Exporter", view: "ctypes._Pointer[_View]", flags: int) -> int:
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(exporter))
    view[0] = exporter.view
    view[0].obj = id(exporter)
    return 0


_BF_GETBUFFER, _BASETYPE = 1, 1 << 10
_slots = (_Slot * 2)(_Slot(_BF_GETBUFFER, ctypes.cast(_get_buffer, ctypes.c_void_p)))
_from_spec = ctypes.pythonapi.PyType_FromSpec
_from_spec.restype = ctypes.py_object
_from_spec.argtypes = (ctypes.POINTER(_Spec),)
_Base: type = _from_spec(ctypes.byref(_Spec(b"exporter.Base", 0, 0, _BASETYPE, _slots)))


class Exporter(_Base):  # type: ignore[misc]
    """Exports `memory` from `start` on; everything else of the buffer is as it is said to be."""

    def __init__(
        self,
        memory: bytearray,
        shape: Sequence[int] | None,
        *,
        start: int | None = 0,
        length: int,
        itemsize: int = 1,
        ndim: int = 2,
        format: bytes | None = b"B",
        strides: Sequence[int] | None = None,
        suboffsets: Sequence[int] | None = None,
    ) -> None:
        self._memory = (ctypes.c_char * len(memory)).from_buffer(memory)
        self.view = _View(
            buf=None if start is None else ctypes.addressof(self._memory) + start,
            len=length,
            itemsize=itemsize,
            ndim=ndim,
            format=format,
            shape=_ints(shape),
            strides=_ints(strides),
            suboffsets=_ints(suboffsets),
        )


def _ints(values: Sequence[int] | None) -> "ctypes.Array[ctypes.c_ssize_t] | None":
    """An array for a field of `Py_buffer`, which keeps it alive; None is NULL."""
    return None if values is None else (ctypes.c_ssize_t * len(values))(*values)
