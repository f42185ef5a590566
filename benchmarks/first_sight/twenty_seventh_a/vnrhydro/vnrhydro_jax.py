import jax
import jax.numpy as jnp
from jax import lax

GAMMA = 1.4


@jax.jit
def vnrhydro(x, u, rho, energy, end, most):
    mass = rho * jnp.diff(x)
    node = jnp.zeros_like(x).at[1:].add(0.5 * mass).at[:-1].add(0.5 * mass)

    def step(state):
        steps, time, x, u, rho, energy = state
        pressure = (GAMMA - 1.0) * rho * energy
        sound = jnp.sqrt(GAMMA * pressure / rho)
        du = jnp.diff(u)
        squeeze = jnp.minimum(du, 0.0)
        q = rho * (2.0 * squeeze ** 2 - 0.3 * sound * squeeze)
        dt = jnp.minimum(0.3 * jnp.min(jnp.diff(x) / (sound + 2.0 * jnp.abs(du))), end - time)
        u = u.at[1:-1].add(-dt * jnp.diff(pressure + q) / node[1:-1])
        x = x + dt * u
        new = mass / jnp.diff(x)
        change = 1.0 / new - 1.0 / rho
        energy = (energy - (0.5 * pressure + q) * change) / (1.0 + 0.5 * (GAMMA - 1.0) * new * change)
        return steps + 1, time + dt, x, u, new, energy

    return lax.while_loop(lambda s: (s[1] < end) & (s[0] < most), step, (0, 0.0, x, u, rho, energy))
