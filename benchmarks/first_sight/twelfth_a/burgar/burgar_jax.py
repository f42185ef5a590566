from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=1)
def burgar(x, order):
    n = x.shape[0]
    at, place = jnp.arange(n), jnp.arange(order + 1)

    def step(k, state):
        f, b, a, power = state
        valid = at > k
        f, b = jnp.where(valid, f, 0.0), jnp.where(valid, jnp.roll(b, 1), 0.0)
        mu = -2.0 * jnp.dot(f, b) / (jnp.dot(f, f) + jnp.dot(b, b))
        a = a + mu * jnp.where(place < k + 2, jnp.roll(a[::-1], k + 2), 0.0)
        return f + mu * b, b + mu * f, a, power * (1.0 - mu ** 2)
    _, _, a, power = lax.fori_loop(0, order, step, (x, x, jnp.zeros(order + 1).at[0].set(1.0), jnp.mean(x ** 2)))
    return a, power
