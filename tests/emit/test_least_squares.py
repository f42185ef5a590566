"""Least squares from corrected normal equations: as exact as from singular values, and left to LAPACK where these could decide."""

import ctypes
from functools import cache

import mpmath
import numpy as np
import pytest

from precis.emit import caller, native
from precis.emit.engine import compile as compile_native
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler
SHAPES = ((1, 1, 1), (5, 5, 2), (9, 2, 1), (40, 3, 1), (50, 8, 4), (33, 20, 9), (300, 30, 2))


def fitted(a, b):
    return np.linalg.lstsq(a, b, rcond=None)[0]


def cut(a, b):
    return np.linalg.lstsq(a, b, rcond=1e-3)[0]


@cache
def _of_shapes(f, a, b):
    return compile_native(lift(f, np.ones(a), np.ones(b)), quick=1)


def compiled(f, a, b):
    return _of_shapes(f, a.shape, b.shape)(a, b)


@pytest.fixture
def counted(monkeypatch):
    """How often LAPACK's least squares are called, whose results are left out."""
    calls = []
    held = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 14)(lambda *arguments: calls.append(arguments))
    found, ours = native.address, ctypes.cast(held, ctypes.c_void_p).value
    for module in (native, caller):
        monkeypatch.setattr(module, "address", lambda name: ours if name == "dgelsd_" else found(name))
    yield calls
    del held


def matrix(m, n, condition, seed=0):
    rng = np.random.default_rng((m, n, seed))
    u, v = np.linalg.qr(rng.normal(size=(m, n)))[0], np.linalg.qr(rng.normal(size=(n, n)))[0]
    return u * np.logspace(0, -np.log10(condition), n) @ v


def exact(a, b):
    with mpmath.workdps(60):
        wide, sides = mpmath.matrix(a.tolist()), mpmath.matrix(b.tolist())
        square = wide.T * wide
        found = [mpmath.lu_solve(square, wide.T * sides[:, c]) for c in range(sides.cols)]
        return np.array([[float(x[r]) for x in found] for r in range(wide.cols)])


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("condition", [1.0, 30.0, 1000.0, 6000.0, 1e5, 1e8])
def test_solutions_keep_the_bound_of_orthogonal_factors(shape, condition):
    """|x - exact| <= c u (k |x| + k^2 |left| / |a|), normwise (Higham, Accuracy and Stability, 2nd ed., theorem 20.1)."""
    m, n, k = shape
    a = matrix(m, n, condition)
    b = a @ np.random.default_rng(k).normal(size=(n, k)) + 0.1 * (np.arange(k) > 0) * np.random.default_rng(m).normal(size=(m, k))
    found, expected = compiled(fitted, a, b), exact(a, b)
    sizes = condition * np.linalg.norm(expected, axis=0) + condition**2 * np.linalg.norm(b - a @ expected, axis=0)
    assert (np.linalg.norm(found - expected, axis=0) <= 4 * (m + n) * 2.0**-53 * sizes).all()


@pytest.mark.parametrize(("condition", "calls"), [(2.0, False), (900.0, False), (1e5, True), (1e14, True)])
def test_where_lapack_is_called(counted, condition, calls):
    """Conditions are bounded from above, by Frobenius' norms."""
    a, b = matrix(40, 4, condition), np.ones((40, 1))
    compile_native(lift(fitted, a, b))(a, b)
    assert bool(counted) == calls


@pytest.mark.parametrize(("condition", "calls"), [(2.0, False), (900.0, True)])
def test_values_that_are_cut_are_left_to_lapack(counted, condition, calls):
    a, b = matrix(40, 4, condition), np.ones((40, 1))
    compile_native(lift(cut, a, b))(a, b)
    assert bool(counted) == calls


@pytest.mark.parametrize("bend", [lambda a: a * 1e-170, lambda a: a * 1e170, lambda a: np.concatenate([a, a[:, :1]], axis=1),
                                  lambda a: a * np.logspace(0, -150, a.shape[1]), lambda a: a * 0.0, lambda a: a[:3]])
def test_what_these_equations_cannot_hold_is_as_before(bend):
    """Scales whose squares leave the format, dependent and missing columns, fewer rows than columns: bit by bit LAPACK's."""
    a = bend(matrix(20, 5, 10.0))
    b = np.random.default_rng(3).normal(size=(a.shape[0], 3))
    np.testing.assert_array_equal(compiled(fitted, a, b), fitted(a, b))


@pytest.mark.parametrize("scale", [0.0, 1e-300, 5e-324, 1e300])
def test_sides_of_all_sizes(scale):
    a = matrix(20, 5, 10.0)
    b = np.random.default_rng(3).normal(size=(20, 2)) * [scale, 1.0]
    expected = fitted(a, b)
    np.testing.assert_allclose(compiled(fitted, a, b), expected, rtol=1e-12, atol=0.0 if scale > 1e-310 else 1e-323)


def test_more_columns_than_few_and_no_sides():
    wide, b = np.random.default_rng(0).normal(size=(80, 65)), np.ones((80, 2))
    np.testing.assert_array_equal(compiled(fitted, wide, b), fitted(wide, b))
    assert compiled(fitted, wide, np.ones((80, 0))).shape == (65, 0)


def test_narrow_numbers_are_left_to_lapack():
    a = matrix(20, 5, 10.0).astype(np.float32)
    b = np.ones((20, 1), np.float32)
    found = compile_native(lift(fitted, a, b))(a, b)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, fitted(a, b), rtol=1e-4)


def test_what_is_no_number():
    """Whatever has a NaN among its sides or in its matrix has none of the results that finite numbers have."""
    a, b = matrix(20, 5, 10.0), np.ones((20, 2))
    b[3, 0] = np.nan
    assert np.isnan(compiled(fitted, a, b)[:, 0]).all()
