from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnames="degree")
def filtered(indptr, indices, values, block, degree, low=-0.4, high=0.6):
    centre, radius = 0.5 * (low + high), 0.5 * (high - low)
    n = block.shape[0]
    rows = jnp.searchsorted(indptr, jnp.arange(values.shape[0]), side="right") - 1

    def spmm(x):
        return jax.ops.segment_sum(values[:, None] * x[indices], rows, num_segments=n, indices_are_sorted=True)
    cur = (spmm(block) - centre * block) / radius
    prev = block

    def step(_, s):
        prev, cur = s
        return cur, 2.0 / radius * (spmm(cur) - centre * cur) - prev
    prev, cur = lax.fori_loop(1, degree, step, (prev, cur))
    for j in range(cur.shape[1]):
        v = cur[:, j] - cur[:, :j] @ (cur[:, :j].T @ cur[:, j])
        cur = cur.at[:, j].set(v / jnp.sqrt(v @ v))
    return cur
