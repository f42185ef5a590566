from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=(1, 2))
def denoise(image, search, patch, strength):
    n, m = image.shape
    side = 2 * patch + 1
    padded = jnp.pad(image, search + patch, mode="reflect")
    core = padded[search:-search, search:-search]
    across = 2 * search + 1

    def shift(k, state):
        out, total, most = state
        other = lax.dynamic_slice(padded, (k // across, k % across), core.shape)
        apart = (core - other) ** 2
        along = sum(apart[:, j:j + m] for j in range(side))
        distance = sum(along[i:i + n] for i in range(side))
        weight = jnp.exp(-distance / (side * side * strength**2))
        most = jnp.where(k == across * across // 2, most, jnp.maximum(most, weight))
        return out + weight * other[patch:patch + n, patch:patch + m], total + weight, most
    zero = jnp.zeros((n, m))
    out, total, most = lax.fori_loop(0, across * across, shift, (zero, zero, zero))
    return out / total, most
