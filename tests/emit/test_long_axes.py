"""Functions of a few elements for each of many are computed along the many, and give the same bits."""

from __future__ import annotations

import numpy as np
import pytest

from precis.emit.cpu.long_axes import functions_along
from precis.emit.cpu.program import PASSES, ProgramPrinter
from precis.emit.engine import compile as compile_native
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def angles(x, w, r):
    return np.sin(x * w), np.cos(x + r[:, None])


def planes(x, w, r):
    """Three axes, of which the one in the middle is long, and two that are short."""
    return np.exp(-r[:7, None, None] * x[None]), np.log1p(np.abs(x[:, :, None] * w))


def in_place(x, w, r):
    x += np.tanh(x * w)
    x[1:] = np.arctan(x[:-1] * w + r[1:, None])
    return x


def rows_alone(x, w, r):
    """Each row takes one function, which the axes around are full of."""
    return x * np.exp(-r)[:, None]


def no_functions(x, w, r):
    return x * w + r[:, None]


def arguments(n, columns, dtype, rng):
    return rng.normal(size=(n, columns)).astype(dtype), rng.normal(size=columns).astype(dtype), rng.random(n).astype(dtype)


def compiled(program, passes, monkeypatch):
    monkeypatch.setattr(ProgramPrinter, "passes", passes)
    return compile_native(program)


@pytest.mark.parametrize("f", [angles, planes, in_place])
@pytest.mark.parametrize(("dtype", "columns"), [(np.float64, 3), (np.float32, 6)])
def test_the_same_bits_along_the_many(f, dtype, columns, monkeypatch):
    rng = np.random.default_rng(3)
    program = lift(f, *arguments(20, columns, dtype, rng))
    along = compiled(program, PASSES, monkeypatch)
    one_by_one = compiled(program, tuple(p for p in PASSES if p is not functions_along), monkeypatch)
    assert along.source != one_by_one.source
    for n in (7, 8, 33, 127, 128, 129, 300):
        x, *others = arguments(n, columns, dtype, rng)
        x[n // 2, 1] = 1e9
        one, other = x.copy(), x.copy()
        for found, expected in zip(along(one, *others), one_by_one(other, *others), strict=True):
            np.testing.assert_array_equal(found, expected)
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize(("f", "columns", "n"), [(angles, 4, 20), (angles, 8, 20), (angles, 3, 6), (rows_alone, 3, 20), (no_functions, 3, 20)])
def test_others_stay(f, columns, n, monkeypatch):
    """Columns that fill vectors, too few rows, functions of rows, and none."""
    program = lift(f, *arguments(n, columns, np.float64, np.random.default_rng(4)))
    without = compiled(program, tuple(p for p in PASSES if p is not functions_along), monkeypatch)
    assert compiled(program, PASSES, monkeypatch).source == without.source
