from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def shrunk(X):
    n, p = X.shape
    X = X - X.mean(axis=0)
    S = X.T @ X / n
    target = jnp.trace(S) / p * jnp.eye(p)
    delta = jnp.sum((S - target) ** 2)
    beta = (jnp.sum(jnp.sum(X**2, axis=1) ** 2) / n - jnp.sum(S**2)) / n
    rho = jnp.minimum(beta, delta) / delta
    return (1.0 - rho) * S + rho * target, rho


@partial(jax.jit, static_argnums=(1, 2))
def rebalance(returns, window, hop):
    days, p = returns.shape
    count = (days - hop - window) // hop + 1

    def one(k):
        sigma, rho = shrunk(lax.dynamic_slice(returns, (k * hop, 0), (window, p)))
        w = jax.scipy.linalg.solve(sigma, jnp.ones(p), assume_a="pos")
        w = w / w.sum()
        return w, rho, lax.dynamic_slice(returns, (k * hop + window, 0), (hop, p)) @ w

    weights, rhos, parts = lax.map(one, jnp.arange(count))
    earned = jnp.zeros(days).at[window:window + count * hop].set(parts.ravel())
    return weights, rhos, earned, jnp.abs(weights[1:] - weights[:-1]).sum(axis=1)
