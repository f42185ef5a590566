"""Parts of transposes are parts of the arrays: no array of zeros is turned for a part. jax.vjp is the oracle."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from precis.ad import adjoint
from precis.ir.interpret import interpret
from precis.ir.verify import verify
from precis.lift import lift

X = np.random.default_rng(5).uniform(0.5, 1.5, (3, 4, 3))


def elements(x):
    for k in range(3):
        x[k] = x[k] * x.T[1, k, 2] + x[k].T[k, 0] * 0.5
    return x


def rows(x):
    for k in range(3):
        x[1] = x[1] * 0.5 + x[k, :, 0][:, None] * x.T[k, :, k][:, None] + x.transpose(1, 0, 2)[2, k]
    return x


def planes(x):
    for k in range(3):
        x[:, :3, k] = x[:, :3, k] * 0.5 + x.transpose(2, 1, 0)[:, k + 1, :] + x.transpose(1, 2, 0)[1:, k, :]
    return x


def of_jax(function):
    """The same with arrays that do not change."""
    def updated(x):
        class Array:
            T = property(lambda self: self.x.T)

            def __init__(self, x):
                self.x = x

            def __getitem__(self, at):
                return self.x[at]

            def __setitem__(self, at, new):
                self.x = self.x.at[at].set(new)

            def transpose(self, *perm):
                return self.x.transpose(*perm)
        return function(Array(x)).x
    return updated


@pytest.mark.parametrize("function", [elements, rows, planes])
def test_cotangents_of_parts_are_added_where_they_lie(function):
    program = lift(function, X.copy())
    made = adjoint(program)
    verify(made)
    assert not any(n.op == "transpose" and n.inputs[0].shape == program.body.params[0].shape for n in made.nodes())
    g = np.cos(np.arange(X.size)).reshape(X.shape)
    with jax.enable_x64(True):
        (expected,) = jax.vjp(of_jax(function), jnp.asarray(X))[1](jnp.asarray(g))
    (found,) = interpret(made, [X, g, 0.0 * g], dict(program.sizes))[-1:]  # what is returned, and the argument as it is left
    np.testing.assert_allclose(found, expected, rtol=1e-12)
