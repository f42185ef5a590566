from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=2)
def cholpivlr(x, width, rank, tol):
    n = x.shape[0]

    def step(state):
        L, pivots, left, taken, k = state
        p = jnp.argmax(left)
        kernel = jnp.exp(-jnp.sum((x - x[p]) ** 2, axis=1) / (2.0 * width ** 2))
        new = (kernel - L @ L[p]) / jnp.sqrt(left[p])
        taken = taken.at[p].set(True)
        left = jnp.where(taken, 0.0, jnp.maximum(left - new ** 2, 0.0))
        return L.at[:, k].set(new), pivots.at[k].set(p), left, taken, k + 1

    start = jnp.zeros((n, rank)), jnp.full(rank, -1), jnp.ones(n), jnp.zeros(n, bool), jnp.int64(0)
    L, pivots, left, _, used = lax.while_loop(lambda s: (s[4] < rank) & (jnp.sum(s[2]) >= tol * n), step, start)
    return L, pivots, left, used
