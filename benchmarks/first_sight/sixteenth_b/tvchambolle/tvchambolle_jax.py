from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=4)
def denoise(noisy, u, px, py, steps, fit=8.0, tau=0.25, sigma=0.5):
    fit, tau, sigma = jnp.float32(fit), jnp.float32(tau), jnp.float32(sigma)

    def step(_, state):
        u, px, py, ahead = state
        px = px + sigma * jnp.pad(ahead[:, 1:] - ahead[:, :-1], ((0, 0), (0, 1)))
        py = py + sigma * jnp.pad(ahead[1:] - ahead[:-1], ((0, 1), (0, 0)))
        size = jnp.maximum(jnp.sqrt(px * px + py * py), jnp.float32(1.0))
        px, py = px / size, py / size
        flow = px + py - jnp.pad(px[:, :-1], ((0, 0), (1, 0))) - jnp.pad(py[:-1], ((1, 0), (0, 0)))
        new = (u + (tau * flow + tau * fit * noisy)) / (jnp.float32(1.0) + tau * fit)
        return new, px, py, jnp.float32(2.0) * new - u
    return lax.fori_loop(0, steps, step, (u, px, py, u))[:3]
