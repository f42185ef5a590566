"""Threads change no bit: 2 and 3 threads against 1, on programs large enough for loops to be shared."""

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


def arguments(fn):
    rng = np.random.default_rng(4)
    return {drained: (rng.normal(size=(260, 300)), rng.normal(size=(260, 300)), 3), profile: (rng.normal(size=(300, 250)), rng.normal(size=250)),
            scattered: (rng.normal(size=50_000), rng.integers(0, 7, 50_000)),
            swinging: (rng.normal(size=70_000), rng.normal(size=70_000))}[fn]


def outcome(compiled, args):
    mine = [a.copy() if isinstance(a, np.ndarray) else a for a in args]
    found = compiled(*mine)
    return [np.asarray(x).tobytes() for x in (*(found if isinstance(found, tuple) else (found,)), *mine)]


@pytest.mark.parametrize("fn", [drained, profile, scattered, swinging])
def test_the_number_of_threads_changes_no_bit(fn):
    args = arguments(fn)
    program = lift(fn, *args)
    alone = compile(program)
    expected = outcome(alone, args)
    assert ("PR_PARALLEL" in alone.source) or fn is scattered
    for threads in (2, 3):
        shared = compile(program, threads=threads)
        for _ in range(3):
            assert outcome(shared, args) == expected


def test_there_is_at_least_one_thread():
    with pytest.raises(UsageError, match="0 threads"):
        compile(lift(swinging, *arguments(swinging)), threads=0)
