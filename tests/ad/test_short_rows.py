"""What arrays of short rows add to one number: rows are summed first, so that their sums go through lanes."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from precis.ad import adjoint
from precis.ir.interpret import interpret
from precis.lift import lift


def scaled(x, s, xp=np):
    return xp.sin(x) / s


def _summed(width):
    """The axes of the sums of an adjoint, innermost last."""
    made = adjoint(lift(scaled, np.ones((40, width)), 2.0))
    return [n.attrs["axes"] for n in made.nodes() if n.op == "sum"]


@pytest.mark.parametrize(("width", "axes"), [(3, [(1,), (0,)]), (7, [(1,), (0,)]), (8, [(0, 1)]), (1, [(0, 1)])])
def test_short_rows_are_summed_first(width, axes):
    assert _summed(width) == axes


@pytest.mark.parametrize("width", [1, 3, 8])
def test_the_sum_is_that_of_jax(width):
    rng = np.random.default_rng(width)
    x, g, s = rng.normal(size=(40, width)), rng.normal(size=(40, width)), 1.7
    _, s_bar = interpret(adjoint(lift(scaled, x, s)), (x, s, g))
    with jax.enable_x64(True):
        _, expected = jax.vjp(lambda x, s: scaled(x, s, jnp), x, s)[1](jnp.asarray(g))
    assert s_bar == pytest.approx(float(expected), rel=1e-13)
