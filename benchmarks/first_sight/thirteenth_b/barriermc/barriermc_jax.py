import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def knockout(noise, spot, strike, barrier, rate, volatility, time):
    steps, n = noise.shape
    dt = time / steps
    drift = (rate - 0.5 * volatility**2) * dt

    def step(state, z):
        price, alive = state
        price = price * jnp.exp(drift + volatility * jnp.sqrt(dt) * z)
        alive = alive & (price > barrier)
        return (price, alive), jnp.sum(alive)
    (price, alive), survivors = lax.scan(step, (jnp.full(n, spot), jnp.ones(n, bool)), noise)
    payoff = jnp.where(alive, jnp.exp(-rate * time) * jnp.maximum(price - strike, 0.0), 0.0)
    return payoff.mean(), payoff.std(ddof=1) / jnp.sqrt(n), survivors
