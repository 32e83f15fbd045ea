"""The peak of this process's memory, as Linux counts it."""

import ctypes
import re
from collections.abc import Callable
from pathlib import Path

_CLEAR, _STATUS = Path("/proc/self/clear_refs"), Path("/proc/self/status")


def peak_of(call: Callable[[], object]) -> int | None:
    """By how many bytes the process grew during a call, at its peak; None where it is not known."""
    _trim()
    try:
        _CLEAR.write_text("5")  # resets the peak to what is resident now
    except OSError:
        return None
    before = _kilobytes("VmRSS")
    call()
    return max(_kilobytes("VmHWM") - before, 0) * 1024


def _trim() -> None:
    """Return free memory to the system, so that it counts when it is used again."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc has it
    if trim:
        trim(0)


def _kilobytes(field: str) -> int:
    found = re.search(rf"^{field}:\s*(\d+) kB", _STATUS.read_text(), re.MULTILINE)
    return int(found[1]) if found else 0
