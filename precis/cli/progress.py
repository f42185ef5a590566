"""Progress on stderr: a line for every step that takes more than a second, and nothing for quick ones."""

from __future__ import annotations

import sys
import threading
import time
from typing import TextIO

PATIENCE = 1.0  # s


class Progress:
    """Call it with the name of each step as it begins. On a terminal one line shows the running step and its time;
    elsewhere each slow step is a line of its own."""

    def __init__(self, stream: TextIO | None = None, patience: float = PATIENCE):
        self._stream = stream or sys.stderr
        self._patience = patience
        self._live = self._stream.isatty()
        self._step, self._since, self._told = "", time.monotonic(), True
        self._lock, self._end = threading.Lock(), threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Progress:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()
        with self._lock:
            self._clear()

    def __call__(self, step: str) -> None:
        """A new step begins."""
        with self._lock:
            self._clear()
            self._step, self._since, self._told = step, time.monotonic(), False

    def _watch(self) -> None:
        while not self._end.wait(min(self._patience, 0.25)):
            with self._lock:
                self._tell(time.monotonic() - self._since)

    def _tell(self, seconds: float) -> None:
        if not self._step or seconds < self._patience:
            return
        if self._live:
            self._told = True
            self._write(f"\r\x1b[K{self._step} ... {seconds:.0f} s")
        elif not self._told:
            self._told = True
            self._write(f"{self._step} ...\n")

    def _clear(self) -> None:
        if self._live and self._told and self._step:
            self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        try:
            self._stream.write(text)
            self._stream.flush()
        except (OSError, ValueError):  # stderr closed: work goes on
            self._step = ""
