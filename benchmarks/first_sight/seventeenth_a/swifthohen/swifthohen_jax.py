from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=5)
def grow(u, r, cubic, length, dt, steps):
    n = u.shape[0]
    k2 = (2.0 * jnp.pi * jnp.fft.fftfreq(n) * n / length)[:, None] ** 2 + (2.0 * jnp.pi * jnp.fft.rfftfreq(n) * n / length)[None, :] ** 2
    linear = r - (1.0 - k2) ** 2
    propagator = 1.0 / (1.0 - dt * linear)

    def step(state, _):
        u, spectrum = state
        spectrum = propagator * (spectrum + dt * jnp.fft.rfft2(cubic * u**2 - u**3))
        energy = -0.5 * jnp.mean(u * jnp.fft.irfft2(linear * spectrum, s=u.shape)) + jnp.mean(0.25 * u**4 - cubic / 3.0 * u**3)
        return (jnp.fft.irfft2(spectrum, s=u.shape), spectrum), energy
    (u, _), energy = lax.scan(step, (u, jnp.fft.rfft2(u)), None, length=steps)
    return u, energy
