"""Gray-Scott reaction and diffusion on a periodic square, by explicit Euler steps; keeps the total of v over time."""

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp


class Params(NamedTuple):
    du: float
    dv: float
    feed: float
    kill: float


def laplacian(a):
    return jnp.roll(a, 1, 0) + jnp.roll(a, -1, 0) + jnp.roll(a, 1, 1) + jnp.roll(a, -1, 1) - 4.0 * a


@partial(jax.jit, static_argnames="steps")
def gray_scott(u, v, params, steps):
    def step(state, _):
        u, v = state
        uvv = u * v**2
        u_new = u + params.du * laplacian(u) - uvv + params.feed * (1.0 - u)
        v_new = v + params.dv * laplacian(v) + uvv - (params.feed + params.kill) * v
        return (u_new, v_new), jnp.sum(v_new)

    (u, v), totals = jax.lax.scan(step, (u, v), None, length=steps)
    return u, v, totals


def initialize(preset):
    n, steps = {"S": (64, 60), "L": (320, 300)}[preset]
    key = jax.random.PRNGKey(0)
    k1, k2 = jax.random.split(key)
    u = jnp.ones((n, n)) - 0.02 * jax.random.uniform(k1, (n, n))
    v = jnp.zeros((n, n)).at[n // 3:n // 2, n // 3:n // 2].set(0.25) + 0.01 * jax.random.uniform(k2, (n, n))
    return u, v, Params(0.16, 0.08, 0.035, 0.065), steps
