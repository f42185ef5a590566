from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnames="top")
def lambdarank(scores, grades, steep=1.0, top=10):
    docs = scores.shape[1]
    discount = 1.0 / jnp.log2(jnp.arange(docs) + 2.0)

    def one(row):
        s, g = row
        worth = 2.0 ** g - 1.0
        best = jnp.sum(jnp.sort(worth, descending=True)[:top] * discount[:top])
        some = best > 0.0
        best = jnp.where(some, best, 1.0)
        order = jnp.argsort(-s)
        gain = jnp.sum(worth[order[:top]] * discount[:top]) / best
        at = jnp.zeros(docs).at[order].set(discount)
        change = jnp.abs((worth[:, None] - worth) * (at[:, None] - at)) / best
        rho = 1.0 / (1.0 + jnp.exp(steep * (s[:, None] - s)))
        pull = jnp.where(g[:, None] > g, steep * rho * change, 0.0)
        bend = steep * (1.0 - rho) * pull
        return pull.sum(axis=0) - pull.sum(axis=1), bend.sum(axis=0) + bend.sum(axis=1), jnp.where(some, gain, 1.0)

    return lax.map(one, (scores, grades))
