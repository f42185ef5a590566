from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def left(b):
    return (b << 1) | (jnp.roll(b, 1, axis=1) >> 63)


def right(b):
    return (b >> 1) | (jnp.roll(b, -1, axis=1) << 63)


def adder(a, b, c):
    half = a ^ b
    return half ^ c, (a & b) | (half & c)


def popcount(x):
    return jnp.sum(lax.population_count(x).astype(jnp.int64))


@partial(jax.jit, static_argnames="steps")
def evolve(board, steps):
    def step(board, _):
        w, e = left(board), right(board)
        low, high = adder(w, board, e)
        one, carry = adder(jnp.roll(low, 1, axis=0), jnp.roll(low, -1, axis=0), w ^ e)
        two, four = adder(jnp.roll(high, 1, axis=0), jnp.roll(high, -1, axis=0), w & e)
        again = two & carry
        two = two ^ carry
        board = two & ~(four | again) & (one | board)
        return board, popcount(board)
    start = popcount(board)
    end, pops = lax.scan(step, board, None, length=steps)
    return jnp.concatenate([start[None], pops]), end
