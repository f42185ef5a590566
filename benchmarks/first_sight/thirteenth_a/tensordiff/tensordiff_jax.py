from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=5)
def diffuse(T, kxx, kxy, kyy, dt, steps):
    axx = 0.5 * (kxx[1:-1, 1:] + kxx[1:-1, :-1])
    axy = 0.5 * (kxy[1:-1, 1:] + kxy[1:-1, :-1])
    ayx = 0.5 * (kxy[1:, 1:-1] + kxy[:-1, 1:-1])
    ayy = 0.5 * (kyy[1:, 1:-1] + kyy[:-1, 1:-1])

    def step(T, _):
        gx = T[:, 1:] - T[:, :-1]
        gy = T[1:] - T[:-1]
        fx = axx * gx[1:-1] + axy * 0.25 * (gy[1:, 1:] + gy[1:, :-1] + gy[:-1, 1:] + gy[:-1, :-1])
        fy = ayy * gy[:, 1:-1] + ayx * 0.25 * (gx[1:, 1:] + gx[1:, :-1] + gx[:-1, 1:] + gx[:-1, :-1])
        T = jnp.pad(T[1:-1, 1:-1] + dt * (fx[:, 1:] - fx[:, :-1] + fy[1:] - fy[:-1]), 1, mode="edge")
        return T, jnp.mean(T)
    T, total = lax.scan(step, T, None, length=steps)
    return total, T
