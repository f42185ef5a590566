from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=4)
def coagbins(volume, number, warmth, dt, steps):
    bins = volume.size
    r = jnp.cbrt(volume)
    beta = (r[:, None] + r) * (1.0 / r[:, None] + 1.0 / r)
    made = volume[:, None] + volume
    low = jnp.searchsorted(volume, made, side="right") - 1
    high = jnp.minimum(low + 1, bins - 1)
    width = volume[high] - volume[low]
    part = jnp.where(width > 0.0, (volume[high] - made) / jnp.where(width > 0.0, width, 1.0), 1.0)
    i, j = jnp.tril_indices(bins)
    half = jnp.where(i == j, 0.5, 1.0)
    low, high, part, beta = low[i, j], high[i, j], part[i, j][:, None], (half * beta[i, j])[:, None]

    def step(number, _):
        rate = beta * warmth * number[i] * number[j]
        change = jnp.zeros_like(number).at[low].add(part * rate).at[high].add((1.0 - part) * rate).at[i].add(-rate).at[j].add(-rate)
        return jnp.maximum(number + dt * change, 0.0), None

    number, _ = lax.scan(step, number, None, length=steps)
    total = jnp.sum(number, axis=0)
    return total, jnp.cbrt(volume @ number / total), number
