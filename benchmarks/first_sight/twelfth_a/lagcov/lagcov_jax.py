from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=1)
def lagcov(X, K):
    T, m = X.shape
    Z = (X - jnp.mean(X, axis=0)) / jnp.std(X, axis=0)
    longer = jnp.concatenate([Z, jnp.zeros((K, m))])

    def at(lag):
        g = lax.dynamic_slice(longer, (lag, 0), (T, m)).T @ Z / T
        return g, jnp.sum(jnp.diag(g) ** 2) / jnp.sum(g * g)
    return lax.map(at, jnp.arange(K))
