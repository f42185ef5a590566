import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def ewmarisk(returns, weights, fade=0.94, level=0.01):
    """Only the covariance's product with the weights is kept: it fades as the covariance does."""
    gains = returns @ weights

    def day(part, row):
        r, gain = row
        return fade * part + (1.0 - fade) * gain * r, part

    last, parts = lax.scan(day, jnp.cov(returns[:50], rowvar=False) @ weights, (returns, gains))
    variance = parts @ weights
    risk = jnp.sqrt(variance)
    shocks = gains / risk
    bar = jnp.quantile(shocks, level)
    tomorrow = jnp.sqrt(weights @ last)
    tail = shocks <= bar
    shortfall = -jnp.sum(jnp.where(tail, shocks, 0.0)) / jnp.count_nonzero(tail) * tomorrow
    return risk, weights * parts / variance[:, None], -bar * tomorrow, shortfall, jnp.count_nonzero(gains < -2.326 * risk)
