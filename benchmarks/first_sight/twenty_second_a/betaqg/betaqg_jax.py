from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


@partial(jax.jit, static_argnums=1)
def betaqg(q, steps, dt=5e-3, beta=8.0, nu=1e-7, drag=0.05):
    n = q.shape[0]
    kx, ky = np.fft.rfftfreq(n, 1.0 / n), np.fft.fftfreq(n, 1.0 / n)[:, None]
    k2 = kx ** 2 + ky ** 2
    inverse = np.where(k2 > 0.0, 1.0 / np.where(k2 > 0.0, k2, 1.0), 0.0)
    keep = (np.abs(kx) < n / 3.0) & (np.abs(ky) < n / 3.0)
    decay = jnp.exp(-dt * (nu * k2 ** 2 + drag))
    half = jnp.sqrt(decay)

    def back(w):
        return jnp.fft.irfft2(w, s=(n, n))

    def advance(w):
        psi = -w * inverse
        vorticity = back(w)
        moved = 1j * kx * jnp.fft.rfft2(back(-1j * ky * psi) * vorticity) + 1j * ky * jnp.fft.rfft2(back(1j * kx * psi) * vorticity)
        return keep * (-moved - beta * 1j * kx * psi)

    def step(w, _):
        a = advance(w)
        b = advance(half * (w + 0.5 * dt * a))
        c = advance(half * w + 0.5 * dt * b)
        d = advance(decay * w + dt * half * c)
        w = decay * w + dt / 6.0 * (decay * a + 2.0 * half * (b + c) + d)
        return w, 0.5 * jnp.mean(back(w) ** 2)

    w, enstrophy = lax.scan(step, jnp.fft.rfft2(q), None, length=steps)
    return enstrophy, back(w)
