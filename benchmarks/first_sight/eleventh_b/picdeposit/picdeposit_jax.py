from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=(2, 3))
def streams(x, v, cells, steps, dt):
    def step(state, _):
        x, v = state
        left = jnp.floor(x).astype(jnp.int32)
        share = x - left
        a, b = left % cells, (left + 1) % cells
        rho = jnp.zeros(cells).at[a].add(1.0 - share).at[b].add(share)
        rho = 1.0 - rho * (cells / len(x))
        e = jnp.cumsum(rho) - 0.5 * (rho + rho[0])
        e = e - e.mean()
        v = v - dt * (e[a] * (1.0 - share) + e[b] * share)
        return ((x + dt * v) % cells, v), 0.5 * jnp.sum(e * e)
    (x, v), energy = lax.scan(step, (x, v), None, length=steps)
    return energy, x, v
