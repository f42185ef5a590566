from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=2)
def ship(x, y, limit, horizon=4.0):
    c = x + 1j * y[:, None]

    def step(state, _):
        z, count = state
        inside = jnp.abs(z) < horizon
        z = jnp.where(inside, (jnp.abs(z.real) + 1j * jnp.abs(z.imag)) ** 2 + c, z)
        return (z, count + inside), jnp.mean(inside, dtype=jnp.float64)
    (_, count), bound = lax.scan(step, (jnp.zeros_like(c), jnp.zeros(c.shape, jnp.int32)), None, length=limit)
    return count, bound
