"""Measurements that survive: one immutable JSON file per item, each made by a child process of its own with a time limit."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

# Set before NumPy loads, so in the environment of the children.
ONE_CORE = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1",
            "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"}
PINNED = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")  # words to one library of several: each is to choose its kernels for the processor
INTERPRETED = {"CXX": "/no/compiler"}  # where arrays are small: interpreting an assignment takes less time than compiling it
MESSAGE = 300  # characters of a failure that are kept


def _as_on_one_core(environment: Mapping[str, str]) -> dict[str, str]:
    return {**ONE_CORE, **{k: v for k, v in environment.items() if k not in PINNED}}


def children_on_one_core() -> None:
    """What children measure runs on one core, every library with the kernels that it chooses itself."""
    environment = _as_on_one_core(os.environ)
    os.environ.clear()
    os.environ.update(environment)


def write_record(path: Path, record: Any) -> None:
    """JSON in one step: written beside, synchronised, renamed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(record, file, indent=1, sort_keys=True)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def read_record(path: Path) -> dict[str, Any] | None:
    """None where there is no such file, or none that can be read."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def measured(names: Iterable[str], folder: Path, command: Callable[[str, Path], Sequence[str]], limit: float,
             report: Callable[[str], None]) -> dict[str, dict[str, Any]]:
    """name -> its record. Records that are there already are kept; for the others `command(name, path)` runs and writes one.

    A child that crashes or takes longer than `limit` seconds is recorded as a failure. Ctrl-C ends the child that runs and the
    rest; what has been measured stays, and is what is returned.
    """
    found: dict[str, dict[str, Any]] = {}
    for name in names:
        path = folder / f"{name}.json"
        record = read_record(path)
        if record is None:
            report(name)
            try:
                record = _one(name, path, command, limit)
            except KeyboardInterrupt:
                report("stopped; run the same command again to go on")
                return found
        found[name] = record
    return found


def on_one_core(module: str) -> None:
    """Start a benchmark again as children are measured, unless it was started so: libraries look when they are loaded."""
    if (environment := _as_on_one_core(os.environ)) != os.environ:
        os.execve(sys.executable, [sys.executable, "-W", "ignore", "-m", module, *sys.argv[1:]], environment)


def child(module: str, *further: str, environment: Mapping[str, str] = ONE_CORE) -> Callable[[str, Path], list[str]]:
    """The command of `measured` for modules that take a name and `--one` with the path of its record. further: more of their options."""
    variables = [*(f"--unset={k}" for k in PINNED), *(f"{k}={v}" for k, v in environment.items())]

    def command(name: str, path: Path) -> list[str]:
        return ["env", *variables, sys.executable, "-W", "ignore", "-m", module, name, "--one", str(path), *further]

    return command


def _one(name: str, path: Path, command: Callable[[str, Path], Sequence[str]], limit: float) -> dict[str, Any]:
    failure = run_limited(command(name, path), limit)
    record = read_record(path)
    if record is None:
        partial = path.with_suffix(".partial")  # what a child had found before it ended
        record = {"name": name, **(read_record(partial) or {}), "failure": failure or "the process ended without a result"}
        write_record(path, record)
        partial.unlink(missing_ok=True)
    return record


def run_limited(command: Sequence[str], limit: float) -> str:
    """Run a command in a session of its own; "" where it ends well, else what happened. Its children end with it."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True) as child:
        try:
            _, errors = child.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            _end(child)
            return f"took longer than {limit:.0f} s"
        except BaseException:
            _end(child)
            raise
    if child.returncode == 0:
        return ""
    lines = errors.strip().splitlines() or ["no message"]
    what = f"ended by signal {-child.returncode}" if child.returncode < 0 else lines[-1]
    return what[:MESSAGE]


def _end(child: subprocess.Popen) -> None:
    os.killpg(child.pid, signal.SIGKILL)
    child.communicate()


def progress(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
