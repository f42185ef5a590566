"""Work that several processes may begin at the same time, done by one of them while the others wait (ADR 85), or once in the background.

The lock is the kernel's, on a file that is there as long as the work is: who is killed loses it. Where the file system has no locks, all
of them do the work.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # a system without these locks
    fcntl = None

UNFINISHED = "building-"  # prefix of the folders in which something is made, and of their locks
PATIENCE = 120.0  # seconds to wait for another process, which may be stopped
PAUSE = 0.02  # seconds between looks at it
_begun: set[Path] = set()


def once(lock: Path, done: Callable[[], bool], make: Callable[[], object]) -> None:
    """`make()`, unless `done()`. While another process or thread makes it, wait; where that fails, make it."""
    end = time.monotonic() + PATIENCE
    while not done():
        with ExitStack() as held:
            if _ours(lock, held) or time.monotonic() > end:
                if not done():  # since the last look
                    make()
                return
        time.sleep(PAUSE)


def in_background(place: Path, make: Callable[[], object]) -> None:
    """`make()` what belongs at `place`, in a thread of its own, where it is not there: once in a process."""
    if place not in _begun and not place.exists():
        _begun.add(place)
        threading.Thread(target=make, daemon=True).start()


def _ours(path: Path, held: ExitStack) -> bool:
    """Whether the lock is ours until `held` ends, or there are no locks here."""
    if fcntl is None:
        return True
    try:
        file = held.enter_context(path.open("ab"))
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if not os.path.samestat(os.fstat(file.fileno()), path.stat()):
            return False  # removed, and made anew by another process, since it was opened
    except (BlockingIOError, FileNotFoundError):
        return False
    except OSError:
        return True
    held.callback(_give_back, path, file)
    return True


def _give_back(path: Path, file: IO[bytes]) -> None:
    """Removed first: who opened it before sees by this that its lock is worth nothing. Unlocked, not only closed: a process that was
    forked meanwhile has it open too."""
    assert fcntl is not None
    with suppress(OSError):
        path.unlink()
    fcntl.flock(file, fcntl.LOCK_UN)
