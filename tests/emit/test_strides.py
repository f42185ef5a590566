"""Parts of one array that lie between one another are told apart by their steps, and run in one loop where a guard says they are as long."""

import numpy as np
import pytest

from precis.emit.engine import compile, default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Axis, Nest
from precis.emit.plan.maps import disjoint
from precis.emit.plan.walking import walk
from precis.ir.size import Size
from precis.lift import lift
from tests.emit.oracle import needs_compiler

I, J, N = map(Size.of, ("%3", "%4", "N"))  # scalars: of unknown value


@pytest.mark.parametrize(("a", "b", "apart"), [
    (2 * I, 2 * J + 1, True),
    (4 * I + 1, 2 * J, True),
    (4 * N * I + 3, 6 * J, True),
    (2 * I, 2 * J + 2, False),
    (2 * I, 3 * J + 1, False),
    (2 * I + N, 2 * J + 1, False),
    (I, J + 1, False),
])
def test_steps_tell_places_apart(a, b, apart):
    assert disjoint((a,), (b,), ()) is apart
    assert disjoint((b,), (a,), ()) is apart


K = N // 3
ROW = (Axis("%0", K),)
AT = Size.of("%0")


@pytest.mark.parametrize(("a", "b", "apart"), [
    (AT, AT + K, True),
    (AT + 2, AT + 2 * K + 2, True),
    (AT, AT + K - 1, False),
    (AT, AT + 2 * K - 2, False),
    (AT, AT + 2 * K - 1, True),
    (AT, AT + N, False),
])
def test_lengths_tell_places_apart(a, b, apart):
    """An axis of K that is gone through has elements, whatever K; of N // 3 and N nothing is said."""
    assert disjoint((a,), (b,), ROW) is apart
    assert disjoint((b,), (a,), ROW) is apart


def joined(x):
    """As many even as odd elements."""
    y = np.empty_like(x)
    mean = 0.5 * (x[0::2] + x[1::2])
    y[0::2] = mean + x[1::2]
    y[1::2] = mean - x[1::2]
    return y


def colours(x):
    """In place: one half from the other, element by element."""
    x[1:-1:2] = 0.5 * (x[:-2:2] + x[2::2])
    x[1:-1:2] *= 0.5
    return x * 2.0


def neighbours(x):
    """The same half: what is written first is read."""
    x[0:-2:2] = x[1:-1:2] + 1.0
    x[2::2] = x[0:-2:2] * 0.5
    return x


@needs_compiler
@pytest.mark.parametrize("function", (joined, colours, neighbours))
def test_the_same_bits(function):
    x = np.random.default_rng(4).normal(size=11 if function is not joined else 12)
    compiled = compile(lift(function, x.copy()), quick=True)
    for n in (len(x), len(x) + 20):
        x = np.random.default_rng(n).normal(size=n)
        mine, theirs = x.copy(), x.copy()
        np.testing.assert_array_equal(compiled(mine), function(theirs))
        np.testing.assert_array_equal(mine, theirs)


def test_parts_of_equal_length_are_written_by_one_loop():
    program = lift(joined, np.arange(12.0))
    stores = [sum(i.op == "store" for i in s.body) for s in walk(plan(program, default_assignment(program)).statements) if isinstance(s, Nest)]
    assert max(stores) == 2


def transformed(x):
    """Each element of what is transformed along the rows is wanted once, by even or odd columns."""
    lo, hi = x[0::2] + 3.0 * x[1::2], x[0::2] - 2.0 * x[1::2]
    y = np.empty_like(x)
    y[0::2, 0::2] = 0.5 * (lo[:, 0::2] + lo[:, 1::2])
    y[0::2, 1::2] = 0.5 * (lo[:, 0::2] - lo[:, 1::2])
    y[1::2, 0::2] = 0.5 * (hi[:, 0::2] + hi[:, 1::2])
    y[1::2, 1::2] = 0.5 * (hi[:, 0::2] - hi[:, 1::2])
    return y


def painted(x):
    """Parts of other lengths in between, and all of another part."""
    y = np.zeros((*x.shape, 2))
    y[0::2, 0::2, 0] = x[0::2, 0::2]
    y[1::2, :, 0] = -x[1::2]
    y[:, :, 1] = x
    y[0::2, 1::2, 0] = 2.0 * x[0::2, 1::2]
    y[0::2, 0::2, 1] = x[0::2, 0::2] * x[0::2, 0::2]
    return y


def moved_again(x):
    """Where other parts are in between that are not apart."""
    y = np.zeros(x.shape)
    y[0::2] = x[0::2]
    y[:-1] += x[1:]
    y[0::2] *= 2.0
    return y


@pytest.mark.parametrize(("function", "nests"), ((transformed, 1), (painted, 4), (moved_again, 4)))
def test_parts_that_are_apart_do_not_wait_for_one_another(function, nests):
    program = lift(function, np.ones((6, 8)))
    assert len([s for s in walk(plan(program, default_assignment(program)).statements) if isinstance(s, Nest) and s.axes]) == nests


@needs_compiler
def test_the_same_bits_of_parts():
    def every(x):
        return transformed(x), painted(x), moved_again(x)
    compiled = compile(lift(every, np.ones((6, 8))), quick=True)
    for shape in ((6, 8), (2, 2), (10, 14)):
        x = np.random.default_rng(5).normal(size=shape)
        for found, expected in zip(compiled(x), every(x), strict=True):
            np.testing.assert_array_equal(found, expected)
