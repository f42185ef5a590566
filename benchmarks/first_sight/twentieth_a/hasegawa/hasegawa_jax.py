from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=1)
def hasegawa(phi, steps, dt=0.02, beta=1.5, nu=1e-5):
    n = phi.shape[0]
    k = jnp.fft.fftfreq(n, 1.0 / n)
    kx, ky = k[:, None], k
    k2 = kx ** 2 + ky ** 2
    over = 1.0 / (k2 + 1.0)
    keep = (jnp.abs(kx) < n / 3) & (jnp.abs(ky) < n / 3)

    def slope(z):
        p = -z * over
        gx, gy, vx, vy = jnp.fft.ifft2(jnp.stack((1j * kx * p, 1j * ky * p, 1j * kx * z, 1j * ky * z))).real
        return (-jnp.fft.fft2(gx * vy - gy * vx) - 1j * beta * ky * p) * keep - nu * k2 ** 2 * z

    def step(z, _):
        k1 = slope(z)
        k2_ = slope(z + 0.5 * dt * k1)
        k3 = slope(z + 0.5 * dt * k2_)
        k4 = slope(z + dt * k3)
        z = z + dt / 6.0 * (k1 + 2.0 * k2_ + 2.0 * k3 + k4)
        power = z.real ** 2 + z.imag ** 2
        return z, (0.5 * jnp.sum(power * over) / n ** 4, 0.5 * jnp.sum(power) / n ** 4)

    z, (energy, enstrophy) = lax.scan(step, -(k2 + 1.0) * jnp.fft.fft2(phi) * keep, None, length=steps)
    return energy, enstrophy, jnp.fft.ifft2(-z * over).real
