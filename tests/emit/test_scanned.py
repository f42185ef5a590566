"""Minima and maxima of integers that loops hand on are computed in vectors: NumPy's numbers for any length, also where sums wrap around."""

import numpy as np
import pytest

from precis.emit.engine import compile, emit
from precis.lift import lift
from tests.emit.oracle import needs_compiler

LENGTHS = (0, 1, 15, 16, 17, 64, 256, 257, 530)
SCANS = ("running_least", "running_largest")


def distances(a, b, d, step):
    """Three neighbours of each element, one of them in the same row."""
    for i in range(1, d.shape[0]):
        for j in range(1, d.shape[1]):
            change = 0 if a[i - 1] == b[j - 1] else 1
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + step, d[i - 1, j - 1] + change)


def scores(a, b, d, step):
    """Nested maxima, one behind a difference; the first of the best."""
    best, row, column = d[0, 0], 0, 0
    for i in range(1, d.shape[0]):
        for j in range(1, d.shape[1]):
            s = max(a[i - 1], d[i - 1, j - 1] + b[j - 1])
            s = max(s, max(d[i - 1, j], d[i, j - 1]) - step)
            d[i, j] = s
            if s > best:
                best, row, column = s, i, j
    return best, row, column


def last_of_the_best(a, b, d, step):
    best, row, column = d[0, 0], 0, 0
    for i in range(1, d.shape[0]):
        for j in range(1, d.shape[1]):
            d[i, j] = min(d[i, j], d[i, j - 1] + step)
            if d[i, j] <= best:
                best, row, column = d[i, j], i, j
    return best, row, column


def from_behind(a, b, d, step):
    """Downwards, beside a count and a sum of what is found."""
    near, total = 0, d[0, 0]
    for i in range(d.shape[0]):
        for j in range(d.shape[1] - 2, -1, -1):
            d[i, j] = max(d[i, j], d[i, j + 1] - step)
            if d[i, j] > 7:
                near += 1
            total = total + d[i, j]
    return near, total


def in_a_scalar(a, b, d, step):
    """What is handed on is read before and behind it, and after the loop."""
    out, before = np.zeros_like(d), np.zeros_like(d)
    x = d[0, 0]
    for i in range(d.shape[0]):
        for j in range(d.shape[1]):
            before[i, j] = x
            x = min(x + step, d[i, j])
            out[i, j] = x - d[i, j]
    return out, before, x


def two_at_once(a, b, d, step):
    high, low = d[0, 0], d[0, 0]
    for i in range(d.shape[0]):
        for j in range(d.shape[1]):
            high = max(high - step, d[i, j])
            low = min(d[i, j], low + step)
            d[i, j] = high - low
    return high, low


def overwritten(a, b, d, step):
    """Each element is read where the iteration before it reads, and overwritten behind that."""
    for i in range(d.shape[0]):
        x = d[i, 0]
        for j in range(d.shape[1] - 1):
            x = max(x, d[i, j + 1])
            d[i, j] = x + d[i, j]


def by_cases(a, b, d, step):
    """Whichever is chosen where the comparison holds."""
    x, y = d[0, 0], d[0, 0]
    for i in range(d.shape[0]):
        for j in range(d.shape[1]):
            x = x + step if d[i, j] >= x + step else d[i, j]
            y = y - step if d[i, j] < y - step else d[i, j]
            d[i, j] = x - y


FUNCTIONS = (distances, scores, last_of_the_best, from_behind, in_a_scalar, two_at_once, overwritten, by_cases)


def arguments(columns, dtype, step, wide, seed=0):
    rng = np.random.default_rng(seed)
    d = rng.integers(0, 40, (4, columns + 1)).astype(dtype)
    if wide:
        limits = np.iinfo(dtype)
        d[rng.random(d.shape) < 0.02] = limits.max - 3
        d[rng.random(d.shape) < 0.02] = limits.min + 3
    a, b = rng.integers(0, 4, 4).astype(dtype), rng.integers(0, 4, columns).astype(dtype)
    return a, b, d, dtype(step)


@needs_compiler
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("dtype", (np.int32, np.int64))
def test_as_numpy_says(function, dtype):
    compiled = compile(lift(function, *arguments(40, dtype, 3, False)))
    assert any(scan in compiled.source for scan in SCANS)
    for columns in LENGTHS:
        for step, wide in ((3, False), (0, False), (-2, False), (3, True), (np.iinfo(dtype).max // 2, True)):
            given, own = (arguments(columns, dtype, step, wide, columns) for _ in range(2))
            with np.errstate(over="ignore"):
                expected = function(*given)
            found = compiled(*own)
            for x, y in zip((*given, *(expected or ())), (*own, *(found or ()))):
                np.testing.assert_array_equal(x, y)


def two_back(a, b, d, step):
    for j in range(2, d.shape[1]):
        d[0, j] = min(d[1, j], d[0, j - 1] + step, d[0, j - 2] + 1)


def of_numbers(a, b, d, step):
    x = 0.5
    for j in range(d.shape[1]):
        x = min(x + 0.25, d[0, j])
        d[1, j] = x


def unlike_steps(a, b, d, step):
    x = d[0, 0]
    for j in range(b.shape[0]):
        x = min(x + b[j], d[0, j])
        d[1, j] = x


def another_in_between(a, b, d, step):
    x, y = d[0, 0], d[0, 0]
    for j in range(d.shape[1]):
        x = min(x + step, y)
        y = x + d[0, j]
        d[1, j] = x


def only_the_last(a, b, d, step):
    x = d[0, 0]
    for j in range(d.shape[1]):
        x = min(x + step, d[0, j])
    return x


@pytest.mark.parametrize("function", (two_back, unlike_steps, another_in_between, only_the_last), ids=lambda f: f.__name__)
def test_what_stays_a_loop(function):
    source = emit(lift(function, *arguments(40, np.int64, 3, False))).text
    assert not any(scan in source for scan in SCANS)


def test_real_numbers_stay_a_loop():
    a, b, d, step = arguments(40, np.int64, 3, False)
    source = emit(lift(of_numbers, a, b, d.astype(float), step)).text
    assert not any(scan in source for scan in SCANS)


@needs_compiler
def test_threads_have_strips_of_their_own():
    def rows(d, out):
        for i in range(d.shape[0]):
            x = d[i, 0]
            for j in range(d.shape[1]):
                x = min(x + 2, d[i, j])
                out[i, j] = x
    d = np.random.default_rng(0).integers(0, 1000, (300, 700))
    expected, found = np.zeros_like(d), np.zeros_like(d)
    rows(d, expected)
    compile(lift(rows, d, found), threads=2)(d, found)
    np.testing.assert_array_equal(expected, found)
