"""What a carry is behind an iteration is what the next one begins with: where that is on the tape, it is there once."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from precis.ad import adjoint
from precis.ir.interpret import interpret
from precis.ir.verify import verify
from precis.lift import lift

ROWS, COLUMNS, STEPS = 500, 12, 30  # a tape that the first caches do not hold


def stepped(x, a, xp=np):
    """Both a state and the one behind it are wanted, and no reverse takes a product of matrices again."""
    total = 0.0
    for _ in range(STEPS):
        y = x @ a
        total = total + xp.sum(y * y * x)
        x = y
    return x, total


def turned(x, a, xp=np):
    """A recurrence of three terms, whose carries are one array after the other."""
    total, before = 0.0, x
    for _ in range(STEPS):
        after = x @ a - before
        total = total + xp.sum(after * after * x)
        before, x = x, after
    return x, before, total


def alone(x, a, xp=np):
    """Only what iterations begin with is wanted: it is not handed on."""
    total = 0.0
    for _ in range(STEPS):
        total = total + xp.sum(x * x * x)
        x = x @ a
    return x, total


def _stacks(program):
    """Rows that the forward loop of an adjoint keeps for its reverse."""
    loop = next(n for n in program.nodes() if n.op == "loop")
    return sum(o.rank == 3 for o in loop.outputs[len(loop.inputs):])


def _data(rows):
    rng = np.random.default_rng(3)
    return rng.normal(size=(rows, COLUMNS)), np.linalg.qr(rng.normal(size=(COLUMNS, COLUMNS)))[0]


@pytest.mark.parametrize(("function", "rows", "stacks"), [(stepped, ROWS, 1), (turned, ROWS, 1), (alone, ROWS, 1), (stepped, 5, 2)])
def test_rows_on_the_tape(function, rows, stacks):
    """Small tapes are read where they lie."""
    assert _stacks(adjoint(lift(function, *_data(rows)))) == stacks


@pytest.mark.parametrize("function", [stepped, turned])
def test_derivatives_are_those_of_jax(function):
    rng, (x, a) = np.random.default_rng(4), _data(ROWS)
    program = adjoint(lift(function, x, a))
    verify(program)
    results = function(x, a)
    bars = [np.asarray(rng.normal(size=np.shape(r))) for r in results]
    with jax.enable_x64(True):
        expected = jax.vjp(lambda x, a: function(x, a, jnp), x, a)[1](tuple(map(jnp.asarray, bars)))
    for found, right in zip(interpret(program, (x, a, *bars)), expected):
        np.testing.assert_allclose(found, right, rtol=1e-9, atol=1e-9 * float(np.abs(right).max()))
