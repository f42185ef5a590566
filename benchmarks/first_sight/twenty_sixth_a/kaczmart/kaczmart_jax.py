from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


@partial(jax.jit, static_argnums=(3, 4))
def solve(rows, at, b, pixels, sweeps, relax):
    norm = jnp.sum(rows ** 2, axis=1)

    def ray(x, one):
        a, where, value, size = one
        gap = value - a @ x[where]
        return x.at[where].add(relax * gap / size * a), gap ** 2

    def sweep(x, _):
        x, miss = lax.scan(ray, x, (rows, at, b, norm))
        return jnp.maximum(x, 0.0), jnp.sqrt(jnp.sum(miss))

    return lax.scan(sweep, jnp.zeros(pixels), None, length=sweeps)


def kaczmart(data, col, ptr, b, pixels, sweeps, relax):
    """Rows of one length, the rest of each zero."""
    data, col, ptr = np.asarray(data), np.asarray(col), np.asarray(ptr)
    length = np.diff(ptr)
    there = np.arange(length.max()) < length[:, None]
    rows, at = np.zeros(there.shape), np.zeros(there.shape, dtype=np.int64)
    rows[there], at[there] = data, col
    return solve(rows, at, b, int(pixels), int(sweeps), relax)
