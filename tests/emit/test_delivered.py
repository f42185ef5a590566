"""Arrays that are made only to be copied into a part of another are made there."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_program
from precis.emit.plan import plan
from precis.emit.plan.kernels import WORKSPACE
from precis.formats import FORMATS, Assignment
from precis.lift import lift
from tests.emit.oracle import needs_compiler

BINARY64 = Assignment.uniform(FORMATS["binary64"])
X = np.random.default_rng(4).standard_normal((7, 5))


def summed_area(x):
    s = np.zeros((x.shape[0] + 1, x.shape[1] + 1))
    s[1:, 1:] = np.cumsum(np.cumsum(x, axis=0), axis=1)
    return s[2:, 2:] - s[:-2, 2:] - s[2:, :-2] + s[:-2, :-2]


def framed(x):
    return np.cumsum(np.pad(np.cumsum(x, axis=0), 1), axis=1)


def made_of_the_other(x):
    """The part is made of what it overwrites."""
    q = x.copy()
    for j in range(1, q.shape[1]):
        q[1:, j] = q[:-1, j] - q[1:, j - 1] * 0.5
    return q


def read_meanwhile(x):
    """The other array is read after the part is made, and before it is copied."""
    s = x.copy()
    t = np.cumsum(x[1:], axis=0)
    u = s[1:] * 2.0 + np.cumsum(t, axis=1)
    s[1:] = t
    return s, u


def read_afterwards(x):
    """The part is wanted by itself, and the other array changes."""
    s = np.zeros((8, 5))
    t = np.cumsum(x, axis=1)
    s[1:] = t
    s[3] = 7.0
    return s, np.cumsum(t, axis=0)


def of_run_time_length(x):
    """Arrays whose lengths the run finds are made where these are known."""
    return np.nonzero(x.reshape(-1) > 0.5)[0]


def kept_from_before_the_loop(x):
    """The array that the part is made in is copied, too, and keeps a row from outside of the block; as many statements touch it there as
    make the part."""
    s = np.ones((8, 5))
    s[0] = x[0]
    t = np.zeros((9, 5))
    for k in range(3):
        w = np.cumsum(x + k, axis=0)
        w[::2] *= 0.5
        s[1:] = w
        t[1:] = s
        x[:] = t[2:] * 0.25
    return t


def padded(x):
    """Rims are copied from what is inside, before and behind it."""
    a, b, c = np.pad(x, 1, mode="edge"), np.pad(x, ((2, 1), (1, 2)), mode="wrap"), np.pad(x, 2, mode="reflect")
    return a[2:, 1:-1] - a[:-2, 2:], b[:-2, 3:] * b[2:, :-3], c[3:-1, 1:-3] + c[1:-3, 3:-1]


def overwritten_behind(x):
    """The part changes before the array that it was copied from is read again."""
    s = np.zeros((8, 6))
    t = np.cumsum(x, axis=1)
    s[1:, 1:] = t
    s[2, :] = 3.0
    s[:, 0] = s[:, 1]
    s[0, :5] = t[4]
    return s


def rims_in_turn(x):
    """A rim that the part overwrites, and one that is read from it and overwritten."""
    t = np.cumsum(x, axis=0)
    s = np.empty((8, 6))
    s[1, 1:] = t[2]
    s[0, 1:] = t[0]
    s[1:, 1:] = t
    s[:, 0] = s[:, 1] + t[1, 1]
    return s


FUNCTIONS = [padded, overwritten_behind, rims_in_turn, kept_from_before_the_loop, of_run_time_length, summed_area, framed, made_of_the_other, read_meanwhile, read_afterwards]


def test_a_part_needs_no_array_of_its_own():
    made = plan(lift(summed_area, X), BINARY64)
    assert sum(b.role == WORKSPACE and len(b.shape) == 2 for b in made.buffers.values()) == 2  # the inner sums and the table


def test_paddings_take_one_array_each():
    made = plan(lift(padded, X), BINARY64)
    assert sum(b.role == WORKSPACE and len(b.shape) == 2 for b in made.buffers.values()) == 3


@needs_compiler
@pytest.mark.parametrize("function", FUNCTIONS)
def test_results_are_those_of_numpy(function):
    found, expected = compile_program(lift(function, X), quick=True)(X.copy()), function(X.copy())
    for a, b in zip(found if isinstance(found, tuple) else (found,), expected if isinstance(expected, tuple) else (expected,)):
        np.testing.assert_array_equal(a, b)
