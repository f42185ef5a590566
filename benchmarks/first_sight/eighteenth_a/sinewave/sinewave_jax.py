from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=4)
def sine_gordon(u, v, g, dt, steps):
    n = len(u)
    k = jnp.pi * jnp.arange(1, n + 1)
    S = jnp.sqrt(2.0 / (n + 1)) * jnp.sin(jnp.outer(jnp.arange(1, n + 1), k) / (n + 1))
    w = jnp.sqrt(k[:, None] ** 2 + k[None, :] ** 2)
    c, s = jnp.cos(w * dt), jnp.sin(w * dt)

    def step(state, _):
        u, v, a = state
        v = v - 0.5 * dt * g * jnp.sin(u)
        b = S @ v @ S
        a, b = c * a + s / w * b, c * b - w * s * a
        u = S @ a @ S
        v = S @ b @ S - 0.5 * dt * g * jnp.sin(u)
        return (u, v, a), 0.5 * jnp.sum(v**2) + 0.5 * jnp.sum((w * a) ** 2) + g * jnp.sum(1.0 - jnp.cos(u))

    (u, v, _), energy = lax.scan(step, (u, v, S @ u @ S), length=steps)
    return energy, u, v
