from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=1)
def turbulence(omega, steps, nu, dt):
    n = omega.shape[0]
    k = jnp.fft.fftfreq(n, 1.0 / n)
    kx, ky = k[:, None], k[None, :]
    keep = (jnp.abs(kx) < n / 3.0) & (jnp.abs(ky) < n / 3.0)
    square = kx**2 + ky**2
    inverse = 1.0 / jnp.where(square == 0.0, 1.0, square)
    half = jnp.exp(-0.5 * nu * dt * square)

    def tendency(what):
        psi = what * inverse
        u, v, wx, wy = jnp.fft.ifft2(jnp.stack([1j * ky * psi, -1j * kx * psi, 1j * kx * what, 1j * ky * what])).real
        return -jnp.fft.fft2(u * wx + v * wy) * keep

    def step(what, _):
        middle = half * (what + 0.5 * dt * tendency(what))
        what = half * (half * what + dt * tendency(middle))
        return what, 0.5 * jnp.sum(jnp.abs(what) ** 2) / n**4
    what, enstrophy = lax.scan(step, jnp.fft.fft2(omega), None, length=steps)
    return enstrophy, jnp.fft.ifft2(what).real
