from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


@partial(jax.jit, static_argnums=1)
def spectral3(u, steps, dt=0.02, nu=0.01):
    n = u.shape[1]
    wave = np.fft.fftfreq(n, 1.0 / n)
    k = np.array(np.meshgrid(wave, wave, wave, indexing="ij"))[::-1]
    square = np.sum(k ** 2, axis=0)
    square[0, 0, 0] = 1.0
    keep = np.all(np.abs(k) < n / 3.0, axis=0)

    def slope(w):
        u = jnp.fft.ifftn(w, axes=(1, 2, 3)).real
        curl = jnp.fft.ifftn(1j * jnp.cross(k, w, axis=0), axes=(1, 2, 3)).real
        push = jnp.fft.fftn(jnp.cross(u, curl, axis=0), axes=(1, 2, 3)) * keep
        return push - k * (jnp.sum(k * push, axis=0) / square) - nu * square * w

    def step(w, _):
        w = w + dt * slope(w + 0.5 * dt * slope(w))
        return w, 0.5 * jnp.sum(w.real ** 2 + w.imag ** 2) / n ** 6

    w, energy = lax.scan(step, jnp.fft.fftn(u, axes=(1, 2, 3)), None, length=steps)
    return energy, jnp.fft.ifftn(w, axes=(1, 2, 3)).real
