from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def weights(a):
    b, c, d = a + 1.0, a - 1.0, a - 2.0
    return -a * c * d / 6.0, 0.5 * b * c * d, -0.5 * a * b * d, a * b * c / 6.0


def along_x(f, moved):
    nx = f.shape[0]
    whole = jnp.floor(moved)
    cell = jnp.arange(nx)[:, None] + whole.astype(int)
    parts = enumerate(weights(moved - whole))
    return sum(w * jnp.take_along_axis(f, (cell + k - 1) % nx, axis=0) for k, w in parts)


def along_v(f, moved):
    nv = f.shape[1]
    whole = jnp.floor(moved)
    cell = jnp.arange(nv) + whole.astype(int)[:, None] + 2
    padded = jnp.pad(f, ((0, 0), (2, 2)))
    parts = enumerate(weights(moved - whole))
    return sum(w[:, None] * jnp.take_along_axis(padded, jnp.clip(cell + k - 1, 0, nv + 3), axis=1) for k, w in parts)


@partial(jax.jit, static_argnums=5)
def vlasovps(f, v, dx, dv, dt, steps):
    nx = f.shape[0]
    k = 2.0 * jnp.pi * jnp.fft.rfftfreq(nx) / dx

    def step(f, _):
        f = along_x(f, -0.5 * dt / dx * v)
        spectrum = jnp.fft.rfft(1.0 - jnp.sum(f, axis=1) * dv)
        e = jnp.fft.irfft(spectrum.at[0].set(0.0) / (1j * k.at[0].set(1.0)), nx)
        f = along_x(along_v(f, dt / dv * e), -0.5 * dt / dx * v)
        return f, jnp.stack((0.5 * dx * jnp.sum(e ** 2), 0.5 * dx * dv * jnp.sum(f @ v ** 2)))

    return lax.scan(step, f, None, length=steps)
