"""Systems of Cholesky factors are solved by substitution, within its bound; others are eliminated."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.formats import FORMATS, Assignment
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler
RNG = np.random.default_rng(3)
ROOT = RNG.normal(size=(12, 12)) * np.logspace(-3, 0, 12)
SPREAD = ROOT @ ROOT.T + 1e-9 * np.eye(12)
SIDES = RNG.normal(size=(12, 5))


def below(a, b):
    factor = np.linalg.cholesky(a)
    return np.linalg.solve(factor, b)


def above(a, b):
    return np.linalg.solve(np.linalg.cholesky(a).T, b)


def in_loop(a, b):
    out = np.zeros((2, *b.shape))
    factor = np.linalg.cholesky(a)
    for k in range(2):
        out[k] = np.linalg.solve(factor, b + k)
    return out


def of_vectors(a, b):
    return np.linalg.solve(np.linalg.cholesky(a), b[:, 0])


def changed(a, b):
    factor = np.linalg.cholesky(a)
    factor[0, 1] = 0.5
    return np.linalg.solve(factor, b)


def complex_factor(a, b):
    return np.linalg.solve(np.linalg.cholesky(a + 0j), b)


@pytest.mark.parametrize("function, substituted", [(below, True), (above, True), (in_loop, True), (of_vectors, True), (changed, False), (complex_factor, False)])
def test_factors_are_substituted_within_the_bound(function, substituted):
    """|L x - b| <= n u |L| |x| / (1 - n u) (Higham, theorem 8.5); elimination has three times that of its own factors."""
    native = compile_native(lift(function, np.eye(3), np.ones((3, 2))))
    assert ("pr::triangular_solve(" in native.source) == substituted
    found = native(SPREAD, SIDES)
    np.testing.assert_allclose(found, function(SPREAD, SIDES), rtol=1e-9)
    if function in (below, above):
        factor = np.linalg.cholesky(SPREAD)
        m = factor if function is below else factor.T
        off = np.abs(m.astype(np.longdouble) @ found - SIDES)
        assert (off <= 1.01 * len(m) * 2.0**-53 * (np.abs(m) @ np.abs(found))).all()


@pytest.mark.parametrize("function", [below, above])
def test_narrow_formats_are_substituted_in_binary64_and_rounded_once(function):
    """As elimination is, and NumPy's."""
    narrow = Assignment.uniform(FORMATS["binary32"])
    native = compile_native(lift(function, np.eye(3), np.ones((3, 2))), narrow)
    assert "pr::triangular_solve(" in native.source
    factor = np.linalg.cholesky(SPREAD.astype(np.float32)).astype(float)
    found = native(SPREAD, SIDES)
    expected = np.linalg.solve(factor if function is below else factor.T, SIDES.astype(np.float32))
    assert (np.abs(found - expected) <= 1.001 * 2.0**-24 * np.abs(expected)).all()


@pytest.mark.parametrize("order", [1, 2, 31, 32, 33, 64, 65])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_every_order_and_number_of_sides(order, dtype):
    """Small matrices are substituted by rows, larger ones by the library."""
    root = RNG.normal(size=(order, order)) + order * np.eye(order)
    a = (root @ root.T).astype(dtype)
    programs = [compile_native(lift(f, np.eye(3, dtype=dtype), np.ones((3, 2), dtype))) for f in (below, above)]
    for sides in (1, 7, 16, 300):
        b = RNG.normal(size=(order, sides)).astype(dtype)
        for program, function in zip(programs, (below, above)):
            found, wanted = program(a, b), function(a, b)
            assert found.dtype == dtype
            np.testing.assert_allclose(found, wanted, rtol=0, atol=(1e-12 if dtype is np.float64 else 1e-4) * np.abs(wanted).max())


def test_a_zero_on_the_diagonal_leaves_no_number():
    def program(a, b):
        return np.linalg.solve(np.linalg.cholesky(a * 0.0), b)

    assert not np.isfinite(compile_native(lift(program, np.eye(3), np.ones((3, 2))))(np.eye(3), np.ones((3, 2)))).any()
