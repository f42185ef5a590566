"""Loops whose threshold is finer than the numbers that they compare."""

import numpy as np
import pytest

from precis.bitwidth.findings import findings
from precis.formats import Assignment
from precis.lift import lift


def size(x, b, tol):
    d = 1.0
    while d > tol:
        y = b + 0.003 * np.cos(x)
        d = np.abs(y - x)
        x = y
    return x


def largest(x, b, tol):
    y = np.zeros(3)
    while np.max(np.abs(x - y)) >= tol:
        y = x
        x = b + 0.003 * np.cos(x)
    return x


def euclid(x, b, tol):
    d = 1.0
    while tol < d:
        y = b + 0.003 * np.cos(x)
        d = np.linalg.norm(y - x)
        x = y
    return x


def bounded(x, b, tol):
    d = 1.0
    k = 0
    while d > tol and k < 50:
        y = b + 0.003 * np.cos(x)
        d = np.abs(y - x)
        x = y
        k = k + 1
    return x


V, B = np.array([0.3, 0.7, 1.9]), np.array([1.3, 0.4, 2.1])


@pytest.mark.parametrize(
    ("function", "args", "fmt", "expected"),
    [
        (size, (0.3, 1.3, 1e-9), "binary32", True),
        (largest, (V, B, 1e-9), "binary32", True),
        (euclid, (V, B, 1e-9), "binary32", True),
        (size, (0.3, 1.3, 1e-6), "binary32", False),
        (euclid, (V, B, 1e-6), "binary32", False),
        (size, (0.3, 1.3, 1e-9), "binary64", False),
        (size, (0.3, 1.3, 1e-17), "binary64", True),
        (bounded, (0.3, 1.3, 1e-9), "binary32", False),
    ],
    ids=lambda x: getattr(x, "__name__", None) or (f"{x[2]:g}" if isinstance(x, tuple) else str(x)),
)
def test_loops_that_end_only_where_iterates_are_equal(function, args, fmt, expected):
    found = [f for f in findings(lift(function, *args), args, Assignment.uniform(fmt)) if f.kind == "trips"]
    assert bool(found) is expected
    for f in found:
        gap, threshold = (m.value for m in f.margins)
        largest_iterate = max(np.atleast_1d(args[1])) + 0.003
        assert gap == np.spacing(getattr(np, fmt.replace("binary", "float"))(largest_iterate)) > threshold
        assert f.decides
        exec(f.reproducer, {})
