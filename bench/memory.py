"""The peak of a process's memory, as the operating system sees it."""

import ctypes
import re
from collections.abc import Callable
from pathlib import Path

_CLEAR, _STATUS = Path("/proc/self/clear_refs"), Path("/proc/self/status")


def peak_of(call: Callable[[], object]) -> int | None:
    """How many bytes the process grew at most during a call; None where Linux does not tell."""
    _give_back()
    try:
        _CLEAR.write_text("5")  # the peak starts anew from what is resident now
    except OSError:
        return None
    before = _kilobytes("VmRSS")
    call()
    return max(_kilobytes("VmHWM") - before, 0) * 1024


def _give_back() -> None:
    """Return what is free to the system, so that it counts when it is taken again."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc has it
    if trim:
        trim(0)


def _kilobytes(field: str) -> int:
    found = re.search(rf"^{field}:\s*(\d+) kB", _STATUS.read_text(), re.MULTILINE)
    return int(found[1]) if found else 0
