"""Eigenvectors of matrices of order two: LAPACK's bits of reals, and its directions of complex ones, whatever their entries are."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def eigen(a):
    return np.linalg.eigh(a)


def scaled(rng, count):
    """Of all sizes, of small integers (equal numbers on the diagonal, none beside it, traces of 0), nearly diagonal, and none at all."""
    a = rng.normal(size=(count, 2, 2))
    a[::5] = rng.integers(-2, 3, a[::5].shape)
    a[1::5] *= 10.0 ** rng.integers(-320, 300, (len(a[1::5]), 1, 1))
    a[2::5, 1, 0] *= 10.0 ** rng.integers(-20, 20, len(a[2::5]))
    a[3::10, 0, 0] = a[3::10, 1, 1]
    a[8::10, 0, 0] = -a[8::10, 1, 1]
    a[7], a[12] = 0.0, -0.0
    return a


@pytest.fixture(scope="module")
def of_reals():
    return compile_native(lift(eigen, np.ones((3, 2, 2))))


@pytest.mark.parametrize("seed", range(3))
def test_reals_have_the_bits_of_lapack(of_reals, seed):
    a = scaled(np.random.default_rng(seed), 3000)
    a[17, 1, 0], a[27, 0, 0] = np.nan, np.inf
    a[:, 0, 1] = np.random.default_rng(9).normal(size=len(a))  # the upper triangle is not read
    with np.errstate(all="ignore"):
        for found, expected in zip(of_reals(a), eigen(a), strict=True):
            np.testing.assert_array_equal(found, expected)


def test_directions_of_complex_ones():
    rng, run = np.random.default_rng(4), compile_native(lift(eigen, np.ones((3, 2, 2), complex)))
    a = scaled(rng, 6000) + 1j * scaled(rng, 6000)
    a[::3, 1, 0] = a[::3, 1, 0].imag * 1j
    a[1::3, 1, 0] = a[1::3, 1, 0].real
    size = np.maximum(np.abs(a[:, 1, 0]), np.maximum(np.abs(a[:, 0, 0].real), np.abs(a[:, 1, 1].real)))
    values, vectors = run(a)
    expected, directions = eigen(a)
    usual = size > 1e-290
    assert np.max(np.abs(values - expected)[usual] / size[usual, None]) < 4e-15
    np.testing.assert_allclose(vectors[usual], directions[usual], rtol=0, atol=1e-14)
    hermitian = np.where(np.tri(2, dtype=bool), a, np.swapaxes(a, 1, 2).conj())
    hermitian[:, (0, 1), (0, 1)] = hermitian[:, (0, 1), (0, 1)].real
    rest = hermitian @ vectors - vectors * values[:, None, :]
    assert np.max(np.abs(rest)[usual] / size[usual, None, None]) < 4e-15
