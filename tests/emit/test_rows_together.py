"""Rows shorter than the lanes that are added up together have lanes too, whoever prints them: the bits of the interpreter."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.emit.engine import default_assignment
from precis.ir.call import bind
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def plain(x):
    terms = x[:, None, :] * x[None, :, :]
    return np.sum(x * x[0]), np.prod(1.0 + x / 64), np.sum(terms, axis=(1, 2)), np.max(x)


def angles(x):
    """Of zeros: elementary functions have other bits in NumPy."""
    return np.sum(np.sin(0.0 * x) + x * x[0])


def rarely(x):
    return np.sum(np.where(x > 2.0, np.exp(0.0 * x) / x, 0.0))


def truths(x):
    """Truth values that are stored, and that others are added up beside."""
    near = x > 0.5
    return near, np.sum(x * x), np.sum(np.where(near, x, 1.0))


def labels(x):
    found = np.zeros(6)
    which = np.floor(np.abs(3.0 * x)).astype(np.int64)
    for k in range(6):
        found[k] = np.sum(x[which == k])
    return found


def strips(x, steps):
    """Sums that go on from one strip of rows to the next."""
    left = np.zeros(steps)
    for k in range(steps):
        new = x.copy()
        new[1:-1, 1:-1] = 0.25 * (x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:])
        left[k] = np.sum((new - x) ** 2)
        x = new
    return x, left


MORE = {strips: (3,)}


@pytest.mark.parametrize("f", [plain, angles, rarely, truths, labels, strips])
def test_rows_that_are_shorter_than_the_lanes(f):
    """Of 7 elements in one lane, of others in as many as they have; of fewer than 32 terms in one."""
    rng = np.random.default_rng(3)
    program = lift(f, rng.normal(size=(40, 20)), *MORE.get(f, ()))
    run, exact = compile_native(program), emulate(program, default_assignment(program))
    long = 300 if f is plain else 3000  # whose pairs of rows are all added up
    for shape in ((40, 20), (3, 20), (30, 8), (25, 29), (3, 9), (90, 7), (5, 70), (long, 12)):
        x = rng.normal(size=shape)
        inputs, binding = bind(exact, (x, *MORE.get(f, ())))
        for a, b in zip(run.run([v.copy() for v in inputs], binding), interpret(exact, inputs, binding), strict=True):
            np.testing.assert_array_equal(a, b, err_msg=str(shape))
