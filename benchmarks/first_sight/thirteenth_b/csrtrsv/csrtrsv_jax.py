from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=4)
def precondition(indptr, indices, values, b, steps):
    n = b.size
    width = 8
    at = indptr[:-1, None] + jnp.arange(width)
    inside = at < indptr[1:, None] - 1
    at = jnp.minimum(at, indices.size - 1)
    cols = jnp.where(inside, indices[at], n)
    vals = jnp.where(inside, values[at], 0.0)
    diagonal = values[indptr[1:] - 1]

    def step(x, _):
        def forward(i, x):
            return x.at[i].set((x[i] - vals[i] @ x.at[cols[i]].get(mode="fill", fill_value=0.0)) / diagonal[i])

        def backward(k, x):
            i = n - 1 - k
            xi = x[i] / diagonal[i]
            return x.at[i].set(xi).at[cols[i]].add(-vals[i] * xi, mode="drop")
        x = lax.fori_loop(0, n, backward, lax.fori_loop(0, n, forward, x))
        return x + b, jnp.sqrt(jnp.sum(x * x))
    return lax.scan(step, b, None, length=steps)
