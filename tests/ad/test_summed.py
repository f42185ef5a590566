"""Sums that iterations add to a number: behind loops over columns whose rows keep to themselves, where they were elsewhere."""

import numpy as np
import pytest

from precis.ad import adjoint
from precis.bitwidth.probes import instrument
from precis.ir.call import bind
from precis.ir.interpret import interpret
from precis.ir.types import Block, Program
from precis.ir.verify import verify
from precis.lift import lift
from tests.ad.oracle import cotangents, directional, dot, tangents

RNG = np.random.default_rng(3)


def filtered(x, a, b):
    """A recurrence along rows, for all of them at once; b is used twice."""
    z = np.zeros(x.shape[0])
    for t in range(x.shape[1]):
        out = b * x[:, t] + z
        z = a * out - b * b * x[:, t]
        x[:, t] = out


def integrated(y, a, steps):
    for _ in range(steps):
        y = y + 0.1 * a * np.sin(y)
    return y


def diffused(y, a, steps):
    for _ in range(steps):
        y[1:-1] = y[1:-1] + a * (y[2:] - y[:-2])
    return y


def normalised(y, a, steps):
    for _ in range(steps):
        y = a * y / (1.0 + np.sum(y * y))
    return y


def moved_over(y, a, steps):
    for k in range(steps):
        y[k] = a * y[k + 1] + np.sin(y[k])
    return y


def growing(y, a, steps):
    """Parts of different lengths."""
    for k in range(1, steps):
        y[:k] = a * y[:k] + 0.5
    return y


def branching(y, a, steps):
    for k in range(steps):
        if k % 2:
            y = a * y
    return y


def smoothed(x, a):
    """Read by columns, into rows: sums of products with factors."""
    y = np.zeros(x.shape[::-1])
    y[0] = x[:, 0]
    for t in range(1, x.shape[1]):
        y[t] = 0.5 * a * x[:, t] + (1.0 - a) * y[t - 1]
    return y


def compared(x, a):
    """Rows meet in a sum of their own."""
    for t in range(1, x.shape[1]):
        x[:, t] = a * x[:, t - 1] / (1.0 + np.sum(x[:, t - 1]**2)) + x[:, t]
    return x


APART = [(filtered, (RNG.normal(size=(4, 6)), 0.4, 0.8)), (smoothed, (RNG.normal(size=(3, 5)), 0.3))]
TIED = [(compared, (RNG.normal(size=(3, 5)), 0.3)),
        *((f, (RNG.normal(size=7), 0.7, 4)) for f in (integrated, diffused, normalised, moved_over, growing, branching))]


def summing(program: Program) -> int:
    """Loops with sums inside."""
    return sum(any(n.op == "sum" for n in block.nodes) for block in _loops(program.body))


def _loops(block: Block) -> list[Block]:
    return [b for n in block.nodes for inner in n.blocks for b in ([inner] if n.op == "loop" else []) + _loops(inner)]


@pytest.mark.parametrize(("function", "arguments"), APART + TIED, ids=lambda x: getattr(x, "__name__", ""))
def test_derivatives_stay(function, arguments):
    made = lift(function, *arguments)
    inputs = bind(made, arguments)[0]
    back = adjoint(made)
    verify(back)
    bars, direction = cotangents(made, inputs), tangents(made, inputs)
    found = interpret(back, [*inputs, *bars])
    forward, backward = dot(directional(made, inputs, direction), bars), dot(found, [d for d in direction if d is not None])
    assert abs(backward - forward) <= 1e-11 * (abs(forward) + 1.0)


@pytest.mark.parametrize(("function", "arguments"), APART, ids=lambda x: getattr(x, "__name__", ""))
def test_loops_over_columns_of_rows_apart_hold_no_sums(function, arguments):
    assert not summing(adjoint(lift(function, *arguments)))


@pytest.mark.parametrize(("function", "arguments"), TIED[:4], ids=lambda x: getattr(x, "__name__", ""))
def test_other_loops_keep_their_sums(function, arguments):
    assert summing(adjoint(lift(function, *arguments)))


def test_loops_that_tally_are_left():
    function, arguments = APART[0]
    made = lift(function, *arguments)
    assert summing(adjoint(instrument(made, bind(made, arguments)[1])))
