"""Slices of lists whose length a run tells, with more or fewer items in their place: Python is the oracle."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from precis.lift import lift
from tests.lift.numpy.case import run
from tests.lift.numpy.test_dicts_given_back import alike

X = np.random.default_rng(3).random(12)


def replaced(x, t, i, j):
    a = [float(v) for v in x if v > t]
    a[i:j] = [9.0, 8.0]
    b = a[1:]
    a[j:i] = b
    a[1:1] = reversed(b)
    a[len(a):] = [7.0]
    a[:0] = (v * 2.0 for v in b)
    a[-2:] = []
    return a, len(b)


def as_many(x, t, i, j):
    a = []
    for v in x:
        a.append(v)
    for k in range(3):
        p, q = int(x[k] * i), int(x[k + 1] * j)
        if p < q:
            a[p:q] = reversed(a[p:q])
    a[2:] = sorted(a[2:])
    return a


@pytest.mark.parametrize("program", (replaced, as_many), ids=lambda f: f.__name__)
def test_slices_get_other_items(program):
    lifted = lift(program, X, 0.4, 2, 5)

    @settings(deadline=None, max_examples=20)
    @given(st.integers(0, 99), st.sampled_from((0.0, 0.5, 1.0)))
    def agrees(seed, t):
        x = np.random.default_rng(seed).random(5 + seed % 9)
        alike(run(lifted, (x, t, 2, 5)), program(x, t, 2, 5))
    agrees()


@pytest.mark.parametrize("ends", [(0, 2), (2, 5), (5, 2), (-3, -1), (3, 99)])
def test_ends_are_those_of_python(ends):
    alike(run(lift(replaced, X, 0.4, *ends), (X, 0.4, *ends)), replaced(X, 0.4, *ends))
