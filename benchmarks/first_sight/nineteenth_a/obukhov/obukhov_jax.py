import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def exchange(wind, theta, ground, rough, z, tol, most):
    kappa, g = 0.4, 9.81
    log_m = jnp.log(z / rough)

    def step(state):
        zeta, ustar, tstar, todo, turns = state
        root = jnp.sqrt(1.0 - 16.0 * jnp.minimum(zeta, 0.0))
        x = jnp.sqrt(root)
        stable = -5.0 * jnp.minimum(zeta, 1.0)
        m = jnp.where(zeta < 0.0, 2.0 * jnp.log((1.0 + x) / 2.0) + jnp.log((1.0 + root) / 2.0) - 2.0 * jnp.arctan(x) + jnp.pi / 2.0, stable)
        h = jnp.where(zeta < 0.0, 2.0 * jnp.log((1.0 + root) / 2.0), stable)
        u, t = kappa * wind / (log_m - m), kappa * (theta - ground) / (log_m + 2.0 - h)
        new = jnp.clip(0.5 * (zeta + kappa * g * z * t / (theta * u**2)), -5.0, 2.0)
        ustar, tstar = jnp.where(todo, u, ustar), jnp.where(todo, t, tstar)
        return jnp.where(todo, new, zeta), ustar, tstar, todo & (jnp.abs(new - zeta) > tol), turns + 1

    zero = jnp.zeros_like(wind)
    state = (zero, zero, zero, jnp.ones(wind.shape, bool), 0)
    zeta, u, t, todo, turns = lax.while_loop(lambda s: jnp.any(s[3]) & (s[4] < most), step, state)
    return 1.2 * u**2, -1.2 * 1005.0 * u * t, zeta, turns, jnp.sum(todo)
