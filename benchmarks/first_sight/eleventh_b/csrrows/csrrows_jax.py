from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=4)
def dominant(indptr, indices, values, x, sweeps):
    n = len(x)
    row = jnp.searchsorted(indptr, jnp.arange(len(indices)), side="right") - 1

    def step(s, _):
        x, _ = s
        y = jax.ops.segment_sum(values * x[indices], row, n, indices_are_sorted=True)
        value = jnp.linalg.norm(y)
        return (y / value, value), None
    (x, value), _ = lax.scan(step, (x, 0.0), None, length=sweeps)
    return value, x
