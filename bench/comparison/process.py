"""Starts a worker and passes on its events."""

import json
import os
import pickle
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

from comparison.worker import Event, Order

TIMEOUT = "timed out"
BENCH = Path(__file__).parent.parent


def events(order: Order, patience: float) -> Iterator[Event]:
    """The worker's events, and a last one if it dies.

    A worker that sends nothing for `patience` seconds is killed.
    """
    with tempfile.TemporaryDirectory() as folder, Path(folder, "errors").open("w+b") as errors:
        # In a temporary folder, since contestants that crash may leave files behind.
        process = subprocess.Popen(
            [sys.executable, "-m", "comparison.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(BENCH)},
        )
        pickle.dump(order, process.stdin)
        process.stdin.close()
        watchdog = _Watchdog(process, patience)
        event = {}
        for line in process.stdout:
            watchdog.restart()
            event = json.loads(line)
            yield event
        status = process.wait()
        watchdog.stop()
        errors.seek(0)
        if watchdog.has_killed:
            yield {"event": "died", "why": f"{TIMEOUT} after {patience:.0f} s"}
        elif event.get("event") != "done":
            yield {"event": "died", "why": _why(status, errors.read().decode(errors="replace"))}


class _Watchdog:
    """Kills a process that is silent for too long."""

    def __init__(self, process: subprocess.Popen[bytes], patience: float) -> None:
        self._process, self._patience = process, patience
        self.has_killed = False
        self._start()

    def _start(self) -> None:
        self._timer = Timer(self._patience, self._kill)
        self._timer.daemon = True
        self._timer.start()

    def _kill(self) -> None:
        self.has_killed = True
        self._process.kill()

    def restart(self) -> None:
        self.stop()
        self._start()

    def stop(self) -> None:
        self._timer.cancel()


def _why(status: int, errors: str) -> str:
    if status < 0:
        return f"crashed: {signal.Signals(-status).name}"
    last = errors.strip().splitlines()[-1:] or ["no message"]
    return f"exit status {status}: {last[0]}"
