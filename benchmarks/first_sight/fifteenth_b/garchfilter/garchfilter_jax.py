import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def likelihoods(returns, omega, alpha, gamma, beta):
    def step(variance, r):
        lever = jnp.where(r < 0.0, gamma, 0.0)
        return omega + (alpha + lever) * r * r + beta * variance, variance
    variance, path = lax.scan(step, jnp.full(omega.shape, jnp.var(returns)), returns)
    total = -0.5 * jnp.sum(jnp.log(2.0 * jnp.pi * path) + (returns**2)[:, None] / path, axis=0)
    return total, jnp.sqrt(252.0 * variance)
