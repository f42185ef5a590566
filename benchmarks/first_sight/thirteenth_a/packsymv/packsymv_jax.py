from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


@partial(jax.jit, static_argnums=2)
def rayleigh(ap, x, steps):
    n = x.size
    low = np.tril_indices(n)
    half = jnp.zeros((n, n), ap.dtype).at[low].set(ap)
    A = half + jnp.tril(half, -1).T

    def step(x, _):
        y = A @ x
        return y / jnp.linalg.norm(y), (x @ y) / (x @ x)
    x, values = lax.scan(step, x, None, length=steps)
    return values, x
