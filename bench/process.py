"""Runs a worker and hears what becomes of it."""

import json
import pickle
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

from worker import Event, Order

NO_END = "no end"
WORKER = Path(__file__).with_name("worker.py")


def events(order: Order, patience: float) -> Iterator[Event]:
    """What the worker tells; and why it ended, if that was before it was done.

    It is ended when it is silent for so many seconds.
    """
    with tempfile.TemporaryDirectory() as folder, Path(folder, "errors").open("w+b") as errors:
        # In a folder of its own, for contestants that leave files behind when they crash.
        process = subprocess.Popen(
            [sys.executable, WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            cwd=folder,
        )
        pickle.dump(order, process.stdin)
        process.stdin.close()
        silent = _Silence(process, patience)
        event = {}
        for line in process.stdout:
            silent.broken()
            event = json.loads(line)
            yield event
        status = process.wait()
        silent.ended()
        errors.seek(0)
        if silent.too_long:
            yield {"event": "ended", "why": f"{NO_END} after {patience:.0f} s"}
        elif event.get("event") != "done":
            yield {"event": "ended", "why": _why(status, errors.read().decode(errors="replace"))}


class _Silence:
    """Ends a process that has said nothing for too long."""

    def __init__(self, process: subprocess.Popen[bytes], patience: float) -> None:
        self._process, self._patience = process, patience
        self.too_long = False
        self._start()

    def _start(self) -> None:
        self._timer = Timer(self._patience, self._end_process)
        self._timer.daemon = True
        self._timer.start()

    def _end_process(self) -> None:
        self.too_long = True
        self._process.kill()

    def broken(self) -> None:
        self._timer.cancel()
        self._start()

    def ended(self) -> None:
        self._timer.cancel()


def _why(status: int, errors: str) -> str:
    if status < 0:
        return f"crashed: {signal.Signals(-status).name}"
    last = errors.strip().splitlines()[-1:] or ["no message"]
    return f"exit status {status}: {last[0]}"
