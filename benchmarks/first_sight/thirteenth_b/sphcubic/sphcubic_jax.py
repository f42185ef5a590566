from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=4)
def splash(x, y, u, v, steps, h=0.12, stiff=2.0, rest=1.0, dt=2e-3, gravity=9.81):
    n = x.size
    mass = 1.0 / n
    front = 10.0 / (7.0 * jnp.pi * h**2)

    def step(_, state):
        x, y, u, v, _ = state
        dx = x[:, None] - x
        dy = y[:, None] - y
        r = jnp.sqrt(dx**2 + dy**2)
        q = r / h
        w = front * jnp.where(q < 1.0, 1.0 - 1.5 * q**2 + 0.75 * q**3, jnp.where(q < 2.0, 0.25 * (2.0 - q) ** 3, 0.0))
        rho = mass * jnp.sum(w, axis=1)
        p = stiff * (rho - rest) / rho**2
        s = front / h * jnp.where(q < 1.0, -3.0 * q + 2.25 * q**2, jnp.where(q < 2.0, -0.75 * (2.0 - q) ** 2, 0.0))
        push = -mass * (p[:, None] + p) * s / (r + jnp.eye(n))
        u = u + dt * jnp.sum(push * dx, axis=1)
        v = v + dt * (jnp.sum(push * dy, axis=1) - gravity)
        x, y = x + dt * u, y + dt * v
        low = y < 0.0
        return x, jnp.where(low, -y, y), u, jnp.where(low, -0.5 * v, v), rho
    x, y, u, v, rho = lax.fori_loop(0, steps, step, (x, y, u, v, x))
    return rho, x, y, u, v
