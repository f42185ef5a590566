"""Three neighbours, or two of two arrays, that a nest adds to again and again stay in registers: the same bits as in memory, also where nothing is added."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.ir.interpret import interpret
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def forces(x, cut):
    """Pairs within a distance pull at each other; what is kept beside the sums is read by the next statement."""
    total = np.zeros_like(x)
    for i in range(x.shape[0] - 1):
        d = x[i] - x[i + 1:]
        near = (d * d).sum(axis=1) < cut
        pull = d[near] / (1.0 + d[near] ** 2)
        total[i] += pull.sum(axis=0)
        total[i + 1:][near] -= pull
    return total


def weighted(w, d):
    return np.einsum("ijk,ij->ik", d, w), (d[0] * w[0][:, None]).sum(axis=0)


def flock(near, d):
    """Sums of two columns into two arrays."""
    return np.where(near[:, :, None], d / 3, 0).sum(axis=1), (near[:, :, None] * d).sum(axis=1)


def test_two_columns_of_two_arrays():
    rng = np.random.default_rng(6)
    compiled = compile_native(lift(flock, np.ones((9, 30), bool), np.ones((9, 30, 2))))
    assert "pr::across<2>" in compiled.source
    for n, m in ((4, 5), (1, 1), (3, 33), (2, 0)):
        args = rng.integers(0, 2, (n, m)).astype(bool), rng.normal(size=(n, m, 2))
        for found, expected in zip(compiled(*args), flock(*args), strict=True):
            np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int64])
def test_sums_of_three_columns(dtype):
    rng = np.random.default_rng(5)
    program = lift(weighted, np.ones((9, 30), dtype), np.ones((9, 30, 3), dtype))
    compiled = compile_native(program)
    assert "pr::across<3>" in compiled.source
    for n, m in ((4, 5), (1, 1), (3, 33), (2, 0)):
        args = [rng.integers(-9, 9, (n, m)).astype(dtype), rng.integers(-9, 9, (n, m, 3)).astype(dtype)]
        for found, expected in zip(compiled(*args), weighted(*args), strict=True):
            np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("n", [1, 2, 9, 40])
def test_sums_beside_what_is_stored(n):
    x = np.random.default_rng(n).normal(size=(n, 3))
    program = lift(forces, np.ones((90, 3)), 1.5)
    compiled = compile_native(program)
    assert "pr::across<3>" in compiled.source
    found = compiled(x, 1.5)
    np.testing.assert_allclose(found, forces(x, 1.5), rtol=1e-13, atol=1e-13)
    np.testing.assert_array_equal(found, interpret(lift(forces, x, 1.5), [x, 1.5])[0])
