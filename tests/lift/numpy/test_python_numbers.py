"""Numbers that Python makes stay Python's: they take the dtype of the arrays that they meet, and come back as ints, floats and bools."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import precis
from tests.lift.numpy.case import run


def rounded(x, n, f):
    return round(f, 1), round(f, 1) * x.astype(np.float32), round(x[0].item(), 3), round(f, 0), round(x[0], 1), round(f)


def parts_of_complex(x, n, f):
    z = complex(f, 2.0)
    return z.real, z.imag * x.astype(np.float32), (f * 1j).imag, z.conjugate(), z.conjugate().real, np.complex128(z).real, abs(z)


def places(x, n, f):
    k = (x * 10).astype(int)
    items = k.tolist()
    return items.index(3), items.count(3), list(k).index(7), [int(v) for v in k].count(1), items.count(n) * x.astype(np.float32)


def alike(x, n, f):
    return np.allclose(x, x * f), np.array_equal(x, x[::-1]), np.array_equiv(x, x[0]), np.allclose(x, x) + 1, np.isclose(f, 0.3)


def taken_out(x, n, f):
    return (x[0] > 0.2).item(), (x > 0.2).any().item() + 1, x[0].item() * x.astype(np.float32), (x * 10).astype(np.int8)[1].item()


def split(x, n, f):
    behind, whole = math.modf(x[0] * 7)
    return behind, whole, math.modf(-f)[0] * x.astype(np.float32), np.modf(f)


PROGRAMS = [rounded, parts_of_complex, places, alike, taken_out, split]


def told(x: Any) -> Any:
    """Types, and values to 12 digits."""
    if isinstance(x, tuple):
        return [told(item) for item in x]
    number = np.asarray(x)
    return (x.dtype if isinstance(x, np.ndarray) else type(x)), (number if number.dtype == bool else np.round(number, 12)).tolist()


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.__name__)
def test_numbers_are_of_the_kind_that_python_gives(program):
    x = np.array([0.1, 0.7, 0.3])
    run = precis.compile(precis.lift(program, x, 4, 0.3))
    for given, f in [(x, 0.3), (x[::-1].copy(), 0.95), (np.array([0.7, 0.3, 0.1]), 1.0)]:
        assert told(run(given, 4, f)) == told(program(given, 4, f))


def test_a_power_whose_exponent_branches_tell():
    """`(-1) ** swaps`, where the swaps are counted under conditions."""
    def program(a):
        swaps = 0
        for k in range(a.shape[0] - 1):
            if a[k] > a[k + 1]:
                swaps += 1
        if a[0] > 0:
            swaps += 1
        return (-1) ** swaps
    lifted = precis.lift(program, np.array([0.3, 0.1, 0.2]))
    for a in (np.array([0.3, 0.1, 0.2]), np.array([-1.0, 2.0, 3.0]), np.array([4.0, 3.0, 2.0, 1.0])):
        assert run(lifted, (a,)) == program(a)
