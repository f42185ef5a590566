from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=5)
def condensate(psi, x, trap, g, dt, steps):
    h = x[1] - x[0]
    k = 2.0 * jnp.pi * jnp.fft.fftfreq(x.size) / h
    motion = jnp.exp(-0.5j * dt * (k[:, None] ** 2 + k**2))
    far = x[:, None] ** 2 + x**2

    def dense(psi):
        return psi.real**2 + psi.imag**2

    def step(psi, _):
        psi = psi * jnp.exp(-0.5j * dt * (trap + g * dense(psi)))
        psi = jnp.fft.ifft2(motion * jnp.fft.fft2(psi))
        psi = psi * jnp.exp(-0.5j * dt * (trap + g * dense(psi)))
        d = dense(psi)
        total = jnp.sum(d)
        return psi, (jnp.sqrt(jnp.sum(far * d) / total), total * h**2)
    psi, (width, norm) = lax.scan(step, psi, None, length=steps)
    return width, norm, psi
