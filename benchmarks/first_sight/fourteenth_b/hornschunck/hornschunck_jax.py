from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def around(f):
    p = jnp.pad(f, 1, mode="edge")
    near = p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:]
    far = p[:-2, :-2] + p[:-2, 2:] + p[2:, :-2] + p[2:, 2:]
    return near / 6.0 + far / 12.0


@partial(jax.jit, static_argnums=3)
def flow(first, second, alpha, turns):
    fy, fx = jnp.gradient(0.5 * (first + second))
    ft = second - first
    over = 1.0 / (alpha**2 + fx**2 + fy**2)

    def turn(state, _):
        ubar, vbar = around(state[0]), around(state[1])
        share = (fx * ubar + fy * vbar + ft) * over
        u, v = ubar - fx * share, vbar - fy * share
        return (u, v), jnp.sqrt(jnp.mean((fx * u + fy * v + ft) ** 2))
    zero = jnp.zeros_like(first)
    (u, v), residual = lax.scan(turn, (zero, zero), None, length=turns)
    return u, v, residual
