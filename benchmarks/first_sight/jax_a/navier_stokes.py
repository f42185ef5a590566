"""Two-dimensional turbulence: the vorticity equation by a pseudo-spectral method, real transforms, RK4 with an integrating factor."""

import jax
import jax.numpy as jnp
import numpy as np


def wavenumbers(n):
    kx = jnp.fft.fftfreq(n, 1.0 / n)
    ky = jnp.fft.rfftfreq(n, 1.0 / n)
    return kx[:, None], ky[None, :]


def rhs(w_hat, kx, ky, k2inv, mask):
    psi_hat = w_hat * k2inv
    u = jnp.fft.irfft2(1j * ky * psi_hat)
    v = jnp.fft.irfft2(-1j * kx * psi_hat)
    wx = jnp.fft.irfft2(1j * kx * w_hat)
    wy = jnp.fft.irfft2(1j * ky * w_hat)
    return -jnp.fft.rfft2(u * wx + v * wy) * mask


def navier_stokes(w, nu, dt, steps):
    n = w.shape[0]
    kx, ky = wavenumbers(n)
    k2 = kx**2 + ky**2
    k2inv = jnp.where(k2 == 0, 0.0, 1.0 / jnp.where(k2 == 0, 1.0, k2))
    mask = (jnp.abs(kx) < n / 3) & (jnp.abs(ky) < n / 3)
    half = jnp.exp(-nu * k2 * dt / 2)
    f = lambda w_hat: rhs(w_hat, kx, ky, k2inv, mask)

    def step(_, w_hat):
        k1 = f(w_hat)
        k2_ = f(half * (w_hat + dt / 2 * k1))
        k3 = f(half * w_hat + dt / 2 * k2_)
        k4 = f(half**2 * w_hat + dt * half * k3)
        return half**2 * w_hat + dt / 6 * (half**2 * k1 + 2 * half * (k2_ + k3) + k4)

    w_hat = jax.lax.fori_loop(0, steps, step, jnp.fft.rfft2(w))
    return jnp.fft.irfft2(w_hat), jnp.sum(jnp.abs(w_hat) ** 2 * k2inv) / n**4


def initialize(preset):
    n, steps = {"S": (32, 4), "L": (128, 50)}[preset]
    rng = np.random.default_rng(8)
    x = np.linspace(0, 2 * np.pi, n, endpoint=False)
    w = np.sin(x)[:, None] * np.cos(2 * x)[None, :] + 0.1 * rng.normal(size=(n, n))
    return jnp.asarray(w, dtype=jnp.float32), 1e-3, 5e-3, steps
