import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def sabrpaths(z, strikes, start=0.03, alpha=0.035, beta=0.6, rho=-0.3, nu=0.5, end=2.0):
    steps, _, paths = z.shape
    dt = end / steps

    def step(state, z):
        forward, sigma, alive = state
        dw = jnp.sqrt(dt) * z[0]
        db = rho * dw + jnp.sqrt(1.0 - rho ** 2) * jnp.sqrt(dt) * z[1]
        local = sigma * jnp.maximum(forward, 0.0) ** beta
        move = local * db + 0.5 * beta * local * sigma * jnp.maximum(forward, 1e-12) ** (beta - 1.0) * (db * db - dt)
        forward = jnp.where(alive, forward + move, 0.0)
        return (forward, sigma * jnp.exp(nu * dw - 0.5 * nu ** 2 * dt), alive & (forward > 0.0)), None

    first = jnp.full(paths, start), jnp.full(paths, alpha), jnp.ones(paths, bool)
    (forward, _, alive), _ = lax.scan(step, first, z)
    payoff = jnp.maximum(jnp.where(alive, forward, 0.0) - strikes[:, None], 0.0)
    return jnp.mean(payoff, axis=1), jnp.std(payoff, axis=1, ddof=1) / jnp.sqrt(paths), jnp.sum(~alive)
