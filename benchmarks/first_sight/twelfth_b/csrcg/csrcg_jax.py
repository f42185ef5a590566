from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=4)
def conjugate(indptr, indices, values, b, steps):
    n = b.shape[0]
    row = jnp.searchsorted(indptr, jnp.arange(indices.shape[0]), side="right") - 1

    def spmv(x):
        return jax.ops.segment_sum(values * x[indices], row, n, indices_are_sorted=True)

    def step(state, _):
        x, r, p, rr = state
        q = spmv(p)
        alpha = rr / (p @ q)
        x, r = x + alpha * p, r - alpha * q
        new = r @ r
        return (x, r, r + new / rr * p, new), jnp.sqrt(new)
    x = jnp.zeros_like(b)
    r = b - spmv(x)
    (x, _, _, _), residuals = lax.scan(step, (x, r, r, r @ r), None, length=steps)
    return x, residuals
