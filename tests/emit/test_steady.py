"""What no iteration changes is computed in front of loops: the same values, also where the loop never runs, and nothing from outside of arrays."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.emit.plan.prepare import prepare
from precis.ir.ops import OPS
from precis.ir.text import parse
from precis.lift import lift
from tests.emit.oracle import needs_compiler

RNG = np.random.default_rng(0)
X, W, U = (RNG.normal(size=s).astype(np.float32) / 8 for s in ((9, 40), (40, 40), (40, 40)))


def fixed_point(x, w, u, most):
    def step(state):
        z, it = state
        return jnp.tanh(z @ w + x @ u), it + 1
    return jax.lax.while_loop(lambda s: s[1] < most, step, (jnp.zeros_like(x), 0))[0]


def scanned(x, w, u, most):
    return jax.lax.scan(lambda z, k: (z @ w + jnp.exp(u @ u.T)[:9] + k * x, jnp.sum(x * x)), x, jnp.arange(7.0))


def nested(x, w, u, most):
    def inner(_, z):
        return z + (x @ u) @ w

    def outer(k, z):
        return jax.lax.fori_loop(0, 3, inner, z) * 0.5 + x @ (u + k)
    return jax.lax.fori_loop(0, 4, outer, x)


def shared(x, w, u, most):
    """The squares are wanted whole by the product alone; exponentials by the loop too, which would have to keep them."""
    def twice(e):
        return e + e @ w
    return jax.lax.fori_loop(0, 4, lambda _, z: z + x @ (u * u) + twice(jnp.exp(x)), x)


INSIDE = {fixed_point: 1, scanned: 1, nested: 1, shared: 1}  # contractions and reductions that stay in loops


def costly(block, inside=False):
    return sum((inside and n.op in OPS and OPS[n.op].category in ("contraction", "reduction"))
               + sum(costly(b, inside or n.op in ("loop", "while")) for b in n.blocks) for n in block.nodes)


@pytest.mark.parametrize("function", INSIDE, ids=lambda f: f.__name__)
def test_what_moves(function):
    program = lift(function, X, W, U, 5)
    assert costly(prepare(program).body) == INSIDE[function] < costly(program.body)


@needs_compiler
@pytest.mark.parametrize("function", INSIDE, ids=lambda f: f.__name__)
def test_values_stay(function):
    compiled = compile_native(lift(function, X, W, U, 5), quick=True)
    for most in (5, 0):
        for found, wanted in zip(jax.tree.leaves(compiled(X, W, U, most)), jax.tree.leaves(function(X, W, U, most))):
            np.testing.assert_allclose(found, wanted, rtol=2e-5, atol=1e-6)


PART = """
@sizes(N=9)
def part(x: input[real[N]], n: input[int64]):
    y: output[real]; 'part.py:1:1'
    def test(_1, _2):
        return _2 < n
    def step(_3, _4):
        _5 = sum(x[{part}]{more}, axes=(0,))
        return _3 + _5, _4 + 1
    _6, _7 = while_(test, step, carry=(0.0, int64(0)))
    y = _6 + 0.0
    return y
"""


@pytest.mark.parametrize("part, more, inside", [(":", "", 0), (":5", "", 1), ("1:", " * x[1:]", 1)])
def test_parts_that_only_the_condition_may_keep_inside_stay(part, more, inside):
    program = parse(PART.format(part=part, more=more))
    assert costly(prepare(program).body) == inside
