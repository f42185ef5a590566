from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=3)
def shorten(phi, h, dt, steps):
    def step(phi, _):
        p = jnp.pad(phi, 1, mode="edge")
        px = (p[2:, 1:-1] - p[:-2, 1:-1]) / (2 * h)
        py = (p[1:-1, 2:] - p[1:-1, :-2]) / (2 * h)
        pxx = (p[2:, 1:-1] - 2 * phi + p[:-2, 1:-1]) / h**2
        pyy = (p[1:-1, 2:] - 2 * phi + p[1:-1, :-2]) / h**2
        pxy = (p[2:, 2:] - p[2:, :-2] - p[:-2, 2:] + p[:-2, :-2]) / (4 * h**2)
        phi = phi + dt * (pxx * py**2 - 2 * px * py * pxy + pyy * px**2) / (px**2 + py**2 + jnp.float32(1e-6))
        return phi, jnp.mean(jnp.clip(0.5 - phi / (2 * h), 0, 1))
    phi, inside = lax.scan(step, phi, None, length=steps)
    return inside, phi
