"""Threads change no bit: 2 and 3 threads against 1, on programs large enough for loops to be shared."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.errors import UsageError
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def drained(h, flow, steps):
    """A stencil that reads what it writes, in place and through a second array."""
    for _ in range(steps):
        flow[1:-1, 1:-1] = 0.2 * (h[:-2, 1:-1] + h[2:, 1:-1] - h[1:-1, :-2] * h[1:-1, 2:])
        h[1:-1, :-1] = h[1:-1, 1:] - 0.3 * flow[1:-1, :-1]


def profile(a, x):
    """Sums by row, by column and altogether, and where each row is largest."""
    return a @ x + np.sum(a * a, axis=1), np.max(a, axis=0), np.sum(a), np.argmax(a, axis=1), np.cumsum(x)


def scattered(a, where):
    """Elements that several indices add to, and a recurrence."""
    counts = np.zeros(7)
    for k in range(a.shape[0]):
        counts[where[k]] += a[k]
    for k in range(1, a.shape[0]):
        a[k] = 0.5 * a[k - 1] + a[k]
    return counts


def swinging(x, y):
    return np.sin(x) * np.exp(-y) + np.cos(x + y), np.where(x > y, x, y)


def iterated(z, c):
    """A loop that runs strip by strip."""
    for _ in range(20):
        z[:] = np.where(np.abs(z) < 2.0, z * z + c, z)


def distances(p, w):
    """Short rows, and short rows of sums."""
    d = np.sum((p[:, None, :] - p[None, :, :]) ** 2, axis=2)
    return d, np.max(d[:, None, :] * w, axis=2)


def arguments(fn):
    rng = np.random.default_rng(4)
    return {drained: (rng.normal(size=(260, 300)), rng.normal(size=(260, 300)), 3), profile: (rng.normal(size=(903, 601)), rng.normal(size=601)),
            iterated: (rng.normal(size=70_001), rng.normal(size=70_001)), distances: (rng.normal(size=(1001, 5)), rng.normal(size=(3, 1001))),
            scattered: (rng.normal(size=50_000), rng.integers(0, 7, 50_000)),
            swinging: (rng.normal(size=70_000), rng.normal(size=70_000))}[fn]


def outcome(compiled, args):
    mine = [a.copy() if isinstance(a, np.ndarray) else a for a in args]
    found = compiled(*mine)
    return [np.asarray(x).tobytes() for x in (*(found if isinstance(found, tuple) else (found,)), *mine)]


@pytest.mark.parametrize("fn", [drained, profile, iterated, distances, scattered, swinging])
def test_the_number_of_threads_changes_no_bit(fn):
    args = arguments(fn)
    program = lift(fn, *args)
    alone = compile(program)
    expected = outcome(alone, args)
    assert ("PR_SHARED" in alone.source) or fn is scattered
    for threads in (2, 3):
        shared = compile(program, threads=threads)
        for _ in range(3):
            assert outcome(shared, args) == expected


WAKING = '''
import os
import numpy as np
from precis.emit.engine import compile
from precis.lift import lift

def smoothed(x):
    for _ in range(100):
        x[1:-1] = 0.5 * x[1:-1] + 0.25 * (x[:-2] + x[2:])
        x[0] = np.sum(x)

run = compile(lift(smoothed, np.ones(300)), threads=2)
count = lambda: len(os.listdir("/proc/self/task"))
before = count()
run(np.ones(300))
small = count()
run(np.ones(300_000))
print(small - before, count() - before)
'''


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="threads are counted in /proc")
def test_short_loops_wake_nobody(tmp_path):
    (tmp_path / "waking.py").write_text(WAKING, encoding="utf-8")
    found = subprocess.run([sys.executable, str(tmp_path / "waking.py")], capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["0", "1"]


FORKING = '''
import os
import signal
import numpy as np
from precis.emit.engine import compile
from precis.lift import lift

def waves(x):
    return np.sin(x) * np.exp(-x)

def swung(x):
    return np.cos(x) * np.exp(x)

x = np.linspace(0.0, 1.0, 2_000_000)
run = compile(lift(waves, x), threads=2)
other = compile(lift(swung, x), threads=2)
wanted, count = run(x), len(os.listdir("/proc/self/task"))
child = os.fork()
if child == 0:
    signal.alarm(20)
    same = np.array_equal(run(x), wanted) and other(x).shape == x.shape
    os._exit(0 if same and len(os.listdir("/proc/self/task")) == 1 else 1)
print(count > 1, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
'''


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="threads are counted in /proc")
def test_a_child_without_the_threads_of_its_parent_runs_alone(tmp_path):
    """Also a program that the parent has not run: the pool of threads is one for all programs."""
    (tmp_path / "forking.py").write_text(FORKING, encoding="utf-8")
    found = subprocess.run([sys.executable, str(tmp_path / "forking.py")], capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["True", "0"]


def test_there_is_at_least_one_thread():
    with pytest.raises(UsageError, match="0 threads"):
        compile(lift(swinging, *arguments(swinging)), threads=0)
