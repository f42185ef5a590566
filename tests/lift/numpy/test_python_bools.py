"""Python's bools and NumPy's: Python's add up as ints, NumPy's do not; each comes back as what it is."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import precis


def compared(x, n, f):
    return (f > 0.1) + (f < 0.9), (x[0] > 0) + (x[1] > 0), n > 3, x[0] > 0, 0 < f < 1, np.float64(f) > 0.1


def counted(x, n, f):
    k = m = 0
    for v in x:
        k += v > 0
    for t in (0.1, 0.2, 0.5):
        m += f > t
    return k, m, sum(f > t for t in (0.1, 0.2)), sum([f > 0.1, f > 0.2])


def flagged(x, n, f):
    found = False
    for k in range(len(x)):
        if x[k] > 0.5:
            found = True
    return found, found + found, found * 2.5, -found, ~found, found << 2, abs(found), 1 if found is True else 2, found is not True


def returned_early(x, n, f):
    for v in x:
        f += v
        if v > 0.5:
            return True
    return False


def in_a_while(x, n, f):
    ok = True
    while ok and f < 10:
        f *= 2
        ok = f < 5
    return ok, f


def joined_by_words(x, n, f):
    both, none = x[0] > 0 and x[1] > 0, not x[0] > 0
    return both, both + both, none, none + 1, f > 0.5 or n > 9, (not f > 1) + (f > 0)


def joined_by_bits(x, n, f):
    a, b = f > 0.1, f > 0.2
    return a & b, a | b, a ^ b, a & (x[0] > 0), a & 1, (a & True) + 1, a == b, a < b, a * b, a - b, a / 2, a // True, a**2


def asked(x, n, f):
    return any(v > 0 for v in x), all(v > 0 for v in x) + 1, any(x > 0), np.any(x > 0), 0.7 in x, bool(x[0] > 0) + True, np.bool_(f > 0.1)


def of_the_math_module(x, n, f):
    return math.isnan(f), math.isfinite(f) + math.isfinite(x[0]), math.isclose(f, 0.3) + 1, np.isfinite(f)


def in_lists(x, n, f):
    theirs = [v > 0.2 for v in x]
    ours = []
    for t in range(n):
        ours.append(f > t * 0.1)
    seen = [False] * len(x)
    for k in range(len(x)):
        if x[k] > 0.2:
            seen[k] = True
    return theirs, ours, ours[0] + ours[1], theirs[1] + theirs[2], seen, seen[1] + seen[2]


def beside_arrays(x, n, f):
    return x * (f > 0.1), np.array([f > 0.1, f > 0.9]), np.array([f > 0.1, 2]), x[0] * (f > 0.1), max(f > 0.1, f > 0.9), isinstance(f > 0, bool)


PROGRAMS = [compared, counted, flagged, returned_early, in_a_while, joined_by_words, joined_by_bits, asked, of_the_math_module, in_lists,
            beside_arrays]


def told(x: Any) -> Any:
    """Types and values."""
    if isinstance(x, (tuple, list)):
        return type(x), [told(item) for item in x]
    return (x.dtype, x.tolist()) if isinstance(x, np.ndarray) else (type(x), x)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.__name__)
def test_bools_are_of_the_kind_that_python_gives(program):
    x = np.array([0.1, 0.7, 0.3])
    run = precis.compile(precis.lift(program, x, 4, 0.3))
    for given, f in [(x, 0.3), (x / 2, 0.05), (x[::-1].copy(), 0.95)]:
        assert told(run(given, 4, f)) == told(program(given, 4, f))
