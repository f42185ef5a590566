"""Functions of a few elements for each of many are computed along the many, and give the same bits."""

from __future__ import annotations

import numpy as np
import pytest

from precis.emit.cpu.long_axes import functions_along
from precis.emit.cpu.program import PASSES, ProgramPrinter
from precis.emit.engine import compile as compile_native
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Nest, Strips
from precis.emit.short_axes import with_lengths
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


def totals(x, w, r):
    return np.exp(x * w).sum()


def added(x, w, r):
    """Rows that meet."""
    out = np.zeros((5, x.shape[1]))
    np.add.at(out, (5.0 * r).astype(int), np.sin(x * w))
    return out


def read_across(x, w, r):
    """One function of four numbers that would lie a row apart each, and so would the result."""
    return np.exp(x * w + x[::-1] * x[:, ::-1] - x[::-1, ::-1])


def inside(x, w, r):
    return np.exp(w[:, None, None] * (x + r[:, None]))


def turned(f, *given):
    """The statements with the length of rows known, before and after."""
    program = lift(f, *given)
    made = plan(with_lengths(program, {"M": program.binding["M"]}), default_assignment(program))
    return made.statements, functions_along(made).statements


@pytest.mark.parametrize(("f", "columns", "n", "dtype", "stay"), [
    (angles, 3, 20, np.float64, False), (angles, 4, 20, np.float64, True), (angles, 9, 20, np.float64, True),
    (angles, 6, 20, np.float32, False), (angles, 8, 20, np.float32, True), (angles, 3, 20, np.float16, True), (angles, 3, 7, np.float64, True),
    (angles, 3, 8, np.float64, False), (angles, 3, 8, np.float32, True), (rows_alone, 3, 20, np.float64, True),
    (no_functions, 3, 20, np.float64, True), (totals, 3, 20, np.float64, True), (added, 3, 20, np.float64, True),
    (read_across, 3, 20, np.float64, True)])
def test_short_rows_of_functions_along_long_axes_alone(f, columns, n, dtype, stay):
    before, after = turned(f, *arguments(n, columns, dtype, np.random.default_rng(5)))
    assert (before == after) == stay


@pytest.mark.parametrize(("n", "kind"), [(20, Nest), (1024, Nest), (1025, Strips)])
def test_very_long_axes_inside_of_others_run_in_strips(n, kind):
    rng = np.random.default_rng(5)
    before, after = turned(inside, rng.normal(size=(n, 3)), rng.normal(size=4), rng.normal(size=n))
    assert before != after and [type(s) for s in after] == [kind]
