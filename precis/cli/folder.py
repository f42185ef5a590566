"""Writing a folder so that nothing is ever half-written: all goes into a folder beside, then is renamed into place."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from precis.errors import UsageError

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO)
UNFINISHED = ".precis-unfinished-"  # prefix of the folders that are not yet in their place
ABANDONED = 24 * 3600.0  # seconds after which such a folder belongs to nobody
ELSEWHERE = "give a folder that can be written with --out"


@contextmanager
def staged(target: Path) -> Iterator[Path]:
    """A new empty folder whose files are in `target` once the block has ended well; on any error nothing has changed.

    It is made at once, so that a folder that cannot be written is found before any work. A new target appears whole;
    in one that exists, files of the same name are replaced one by one, each whole, and others are left alone.
    """
    made = _stage(target)
    try:
        yield made
        _sync(made)
        _move(made, target)
    except OSError as problem:
        if problem.errno not in FULL:
            raise
        raise UsageError(f"cannot write {target}: {os.strerror(problem.errno)}; nothing was written", hints=(ELSEWHERE,)) from None
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _stage(target: Path) -> Path:
    if os.path.exists(target) and not target.is_dir():
        raise UsageError(f"{target} is a file, not a folder", hints=("give another folder with --out",))
    parent = target if os.path.isdir(target) else target.parent
    try:
        parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileNotFoundError):
            os.lstat(target)  # a name that no folder can have is found now
        _sweep(parent)
        return Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=parent))
    except OSError as problem:
        raise UsageError(f"cannot write into {parent}: {problem.strerror or problem}", hints=(ELSEWHERE,)) from None


def _sweep(parent: Path) -> None:
    """Remove what killed processes left behind."""
    for left in parent.glob(f"{UNFINISHED}*"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > ABANDONED:
                shutil.rmtree(left)


def _sync(folder: Path) -> None:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            with open(path, "rb") as file:
                os.fsync(file.fileno())


def _move(made: Path, target: Path) -> None:
    if not target.exists():
        os.chmod(made, 0o777 & ~_umask())  # mkdtemp makes private folders
        os.replace(made, target)
        return
    for path in sorted(made.rglob("*")):
        place = target / path.relative_to(made)
        if path.is_dir():
            place.mkdir(exist_ok=True)
        else:
            os.replace(path, place)


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
