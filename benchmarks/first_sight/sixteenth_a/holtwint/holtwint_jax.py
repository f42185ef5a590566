from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=(1, 5))
def holt_winters(y, season, alpha, beta, gamma, ahead):
    T = y.shape[0]
    level = y[:season].mean(axis=0)
    trend = (y[season:2 * season].mean(axis=0) - level) / season

    def step(state, given):
        level, trend, seasonal = state
        t, row = given
        s = seasonal[t % season]
        out = (level + trend) * s
        new = alpha * (row / s) + (1 - alpha) * (level + trend)
        trend = beta * (new - level) + (1 - beta) * trend
        return (new, trend, seasonal.at[t % season].set(gamma * (row / new) + (1 - gamma) * s)), out
    (level, trend, seasonal), fitted = lax.scan(step, (level, trend, y[:season] / level), (jnp.arange(T), y))
    far = jnp.arange(1, ahead + 1, dtype=y.dtype)[:, None]
    return fitted, (level + far * trend) * seasonal[(T + jnp.arange(ahead)) % season], level, trend
