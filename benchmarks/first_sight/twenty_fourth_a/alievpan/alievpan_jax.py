from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

K, A, EPS, MU1, MU2, DIFFUSION = 8.0, 0.15, 0.002, 0.2, 0.3, 1.0


@partial(jax.jit, static_argnums=3)
def alievpan(u, v, dt, steps):
    def step(_, state):
        u, w, peak = state
        u = u.at[0].set(u[2]).at[-1].set(u[-3])
        u = u.at[:, 0].set(u[:, 2]).at[:, -1].set(u[:, -3])
        c = u[1:-1, 1:-1]
        lap = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4.0 * c
        react = K * c * (c - A) * (1.0 - c) - c * w
        eps = EPS + MU1 * w / (c + MU2)
        w = w + dt * eps * (-w - K * c * (c - A - 1.0))
        c = c + dt * (DIFFUSION * lap + react)
        return u.at[1:-1, 1:-1].set(c), w, jnp.maximum(peak, c)

    u, w, peak = lax.fori_loop(0, steps, step, (u, v[1:-1, 1:-1], u[1:-1, 1:-1]))
    return peak, u, v.at[1:-1, 1:-1].set(w)
