import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def covrun(X):
    T, m = X.shape

    def add(state, item):
        mean, S = state
        x, count = item
        before = x - mean
        mean = mean + before / count
        return (mean, S + jnp.outer(before, x - mean)), None
    (mean, S), _ = lax.scan(add, (jnp.zeros(m), jnp.zeros((m, m))), (X, jnp.arange(1.0, T + 1)))
    cov = S / (T - 1)
    std = jnp.sqrt(jnp.diag(cov))
    return mean, cov, cov / jnp.outer(std, std)
