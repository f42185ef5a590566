"""Parts of transposes are parts of the arrays: no array of zeros is turned for a part. jax.vjp is the oracle."""

from dataclasses import replace

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from precis.ad import adjoint
from precis.ad.straight import straight
from precis.ir.build import Names
from precis.ir.interpret import interpret
from precis.ir.text import parse
from precis.ir.types import values_of
from precis.ir.verify import verify
from precis.lift import lift

X = np.random.default_rng(5).uniform(0.5, 1.5, (3, 4, 3))


def elements(x):
    for k in range(3):
        x[k] = x[k] * x.T[1, k, 2] + x[k].T[k, 0] * 0.5
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


@pytest.mark.parametrize("function", [elements])
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


PARTS = ["transpose(x, perm=(2, 0, 1))[:, 1, 1:3]", "transpose(x, perm=(2, 1, 0))[k, :, 1:]", "transpose(x, perm=(1, 2, 0))[:, :2, :]",
         "transpose(x, perm=(0, 2, 1))[1, 2, k]", "transpose(x, perm=(1, 0, 2))[::-1, k, :]"]


@pytest.mark.parametrize("part", PARTS)
def test_parts_lie_as_those_of_the_transpose_did(part):
    program = parse(f"@sizes(k=1)\n@guards(0 <= k, k <= 1)\ndef f(x: input[real[3, 4, 3]], k: size):\n    return {part}\n")
    names = Names({v.name for v in values_of(program.body)})
    made = replace(program, body=straight(program.body, names))
    verify(made)
    slices = [n for n in made.nodes() if n.op == "slice"]
    assert [n.inputs[0].name for n in slices] == [program.body.params[0].name]
    (found,), (expected,) = (interpret(p, [X], {"k": 1}) for p in (made, program))
    np.testing.assert_array_equal(found, expected)


def largest(size, rows, v):
    """The largest of each row's sizes, and products with rows and columns that repeat."""
    most = np.zeros(4)
    np.maximum.at(most, rows, size)
    row, column, number = np.broadcast_to(v, (4, v.size)), np.broadcast_to(v[:4, None], (4, v.size)), np.broadcast_to(v[0], (4, v.size))
    for k in range(4):
        for q in range(v.size):
            most[k] += row[k, q] * column[k, q] * number[k, q]
        most[k] += np.sum(row[:2, k] * row[1:3, k])
    return most


def largest_of_jax(size, v):
    return jnp.zeros(4).at[ROWS].max(size) + (v * v[:4, None] * v[0]).sum(axis=1) + 2.0 * v[:4] ** 2


ROWS = np.array([0, 1, 2, 3, 1, 2, 3, 1, 0, 0, 2, 3])


def test_parts_of_broadcasts_are_parts_of_what_is_broadcast():
    size, v, g = X.ravel()[:12], X.ravel()[12:17], np.array([1.0, -0.5, 2.0, 0.25])
    program = lift(largest, size, ROWS, v)
    made = adjoint(program)
    verify(made)
    inside = [n for loop in made.nodes() if loop.op == "loop" for b in loop.blocks for n in b.walk() if n.op == "broadcast"]
    assert not any(n.output.shape == program.body.params[0].shape for n in inside)  # zeros with one element in them
    with jax.enable_x64(True):
        expected = jax.vjp(largest_of_jax, jnp.asarray(size), jnp.asarray(v))[1](jnp.asarray(g))
    for found, right in zip(interpret(made, [size, ROWS, v, g], dict(program.sizes))[-2:], expected):
        np.testing.assert_allclose(found, right, rtol=1e-12)
