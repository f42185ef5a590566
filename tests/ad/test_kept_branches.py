"""Branches that look for something in an array: their reverse is told what they found, and does not look again."""

import numpy as np
import pytest

from precis.ad import adjoint
from precis.ir.call import bind
from precis.ir.interpret import interpret
from precis.ir.verify import verify
from precis.lift import lift
from tests.ad.oracle import cotangents, directional, dot, tangents
from tests.ad.test_tape import tape

N = 40


def inserted(x, y):
    """Those that are wanted among the others, in order; places of the others are left as they are."""
    table = np.zeros(x.shape[0])
    for i in range(x.shape[0]):
        if y[i] > 0.5:
            k = i
            while k > 0 and table[k - 1] > x[i]:
                table[k] = table[k - 1]
                k -= 1
            table[k] = x[i] * y[i]
        else:
            table[i] = 3.0
    return table


def searched(x, y):
    """Halving, of a table that is stored into where something is found."""
    table = np.cumsum(y)
    total = 0.0
    for i in range(x.shape[0]):
        if x[i] > 0.3:
            low, high = 0, table.shape[0] - 1
            while low < high:
                middle = (low + high) // 2
                if table[middle] < 20.0 * x[i]:
                    low = middle + 1
                else:
                    high = middle
            total += x[i] ** 2 * table[low]
            table[low] = table[low] + 0.01 * x[i]
    return total, table


def nearest(x, y):
    """A loop that is left, in a branch of a branch."""
    total, z = 0.0, y.copy()
    for i in range(x.shape[0]):
        if x[i] > 0.2:
            if y[i] > 0.2:
                place = 0
                for k in range(x.shape[0]):
                    if abs(z[k] - x[i]) < 0.05:
                        place = k
                        break
                total += np.sin(z[place] * x[i])
            z[i] = z[i] * x[i]
    return total


def joined(x, y):
    """No loop: a place is read from what the branch changes, as many of them as the run says."""
    total, owner = y.copy(), np.arange(x.shape[0])
    lengths = np.minimum((4.0 * x).astype(int), 3)
    for i in range(x.shape[0]):
        if lengths[i] > 0:
            near = owner[i:i + lengths[i]]
            best = np.argmax(total[near] * x[i])
            total[owner[i]] -= x[i]
            if total[near[best]] > 0.4:
                owner[i] = near[best]
            total[owner[i]] += x[i] * y[i]
    return total * x


FUNCTIONS = inserted, searched, nearest, joined


def made(function):
    rng = np.random.default_rng(3)
    args = rng.uniform(0.0, 1.0, N), rng.uniform(0.0, 1.0, N)
    program = lift(function, *args)
    return program, bind(program, args)[0]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_adjoint_transposes_the_derivative(function):
    program, inputs = made(function)
    back = adjoint(program)
    verify(back)
    bars, direction = cotangents(program, inputs), tangents(program, inputs)
    found = interpret(back, [*inputs, *bars])
    forward, backward = dot(directional(program, inputs, direction), bars), dot(found, [d for d in direction if d is not None])
    assert abs(backward - forward) <= 1e-9 * sum(np.abs(f * d).sum() for f, d in zip(found, direction))


@pytest.mark.parametrize("function", FUNCTIONS)
def test_nothing_is_looked_for_again(function):
    program, _ = made(function)
    assert sum(n.op == "while" for n in adjoint(program).nodes()) == sum(n.op == "while" for n in program.nodes())
    assert tape(program, N) < 8 * N / 2
