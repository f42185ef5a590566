import jax
import jax.numpy as jnp
from jax import lax


def sharpe(x):
    return 252.0 ** 0.5 * jnp.mean(x, axis=-1) / jnp.std(x, axis=-1, ddof=1)


@jax.jit
def statboot(returns, uniform, starts, chance):
    n = uniform.shape[1]
    t = jnp.arange(n)
    begun = lax.cummax(jnp.where((uniform < chance) | (t == 0), t, 0), axis=1)
    index = (jnp.take_along_axis(starts, begun, axis=1) + t - begun) % n
    sample = returns[index]
    found = sharpe(sample)
    wealth = jnp.cumsum(sample, axis=1)
    fall = jnp.max(lax.cummax(wealth, axis=1) - wealth, axis=1)
    point = sharpe(returns)
    low, high = jnp.quantile(found, jnp.array([0.025, 0.975]))
    chance_below = jnp.mean(found <= 0.0, dtype=jnp.float64)
    return point, jnp.std(found, ddof=1), 2.0 * point - high, 2.0 * point - low, chance_below, jnp.median(fall)
