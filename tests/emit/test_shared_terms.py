"""What several arrays are found from by one operation is in memory in place of them."""

import numpy as np
import pytest

import precis
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import WORKSPACE
from precis.lift import lift
from tests.emit.oracle import needs_compiler

NEAR, FAR = (0, 1, 2, 4, 5, 6), (3, 7, 8, 9, 10, 11)


def weighted(a, b, w):
    """Both weights of the product of a and b are read at six places."""
    n, product = a.shape[0] - 11, a * b
    first, second = w[0] * product, w[1] * product
    total = np.zeros(n)
    for k in NEAR:
        total = total + first[k:k + n]
    for k in FAR:
        total = total + second[k:k + n]
    return total


def alone(a, b, w):
    """Nothing else is found from the product: it is computed on the way."""
    n, first = a.shape[0] - 11, w[0] * (a * b)
    total = np.zeros(n)
    for k in NEAR:
        total = total + first[k:k + n]
    return total


def dear(a, b, w):
    """Exponentials are not taken twelve times."""
    n, product = a.shape[0] - 11, a * b
    first, second = np.exp(product), np.exp(-product)
    total = np.zeros(n)
    for k in NEAR:
        total = total + first[k:k + n] + second[k + 1:k + 1 + n]
    return total


def halves(a, b, w):
    """In place of both halves there would be the product and the truth values that divide it."""
    n, product, there = a.shape[0] - 11, a * b, a > b
    first, second = np.where(there, product, 0.0), np.where(there, 0.0, product)
    total = np.zeros(n)
    for k in NEAR:
        total = total + first[k:k + n]
    for k in FAR:
        total = total + second[k:k + n]
    return total


@pytest.mark.parametrize(("function", "arrays"), [(weighted, 1), (alone, 1), (dear, 2), (halves, 2)])
def test_arrays_in_memory(function, arrays):
    program = lift(function, np.ones(300), np.ones(300), np.ones(2))
    made = plan(program, default_assignment(program))
    found = [b.element for b in made.buffers.values() if b.role == WORKSPACE and len(b.shape) == 1]
    assert len(found) == arrays
    assert "bool" not in found


@needs_compiler
def test_sums_have_the_bits_of_numpy():
    rng = np.random.default_rng(7)
    a, b, w = rng.normal(size=300), rng.normal(size=300), rng.normal(size=2)
    np.testing.assert_array_equal(precis.compile(lift(weighted, a, b, w))(a, b, w), weighted(a, b, w))
