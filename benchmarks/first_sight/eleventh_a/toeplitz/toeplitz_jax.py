import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def toeplitz(r, b):
    n = b.shape[0]
    at = jnp.arange(n)

    def step(k, state):
        x, y, alpha, beta = state
        beta = beta * (1.0 - alpha * alpha)
        turned = jnp.where(at < k, r[k - 1 - at], 0.0)
        mu = (b[k] - turned @ x) / beta
        back = jnp.where(at < k, y[k - 1 - at], 0.0)
        x = (x + mu * back).at[k].set(mu)
        alpha = -(r[k] + turned @ y) / beta
        return x, (y + alpha * back).at[k].set(alpha), alpha, beta
    state = jnp.zeros(n).at[0].set(b[0]), jnp.zeros(n).at[0].set(-r[0]), -r[0], jnp.ones(())
    return lax.fori_loop(1, n, step, state)[0]
