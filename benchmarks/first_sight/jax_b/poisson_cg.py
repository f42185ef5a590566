"""Div(k grad u) = f on a periodic square by conjugate gradients, preconditioned by the constant-coefficient solve with rfft2."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

jax.config.update("jax_enable_x64", True)


def laplacian_symbol(n):
    kx, ky = jnp.fft.fftfreq(n) * 2 * jnp.pi, jnp.fft.rfftfreq(n) * 2 * jnp.pi
    return (2 - 2 * jnp.cos(kx))[:, None] + (2 - 2 * jnp.cos(ky))[None, :]


def apply_operator(k, u):
    def along(axis):
        face = 0.5 * (k + jnp.roll(k, -1, axis))
        flux = face * (jnp.roll(u, -1, axis) - u)
        return flux - jnp.roll(flux, 1, axis)
    return -(along(0) + along(1))


def vdot(a, b):
    return jnp.vdot(a, b, precision=lax.Precision.HIGHEST)


@partial(jax.jit, static_argnames=("maxiter",))
def poisson_cg(k, f, tol=1e-9, maxiter=200):
    n = f.shape[0]
    symbol = laplacian_symbol(n)
    inverse = jnp.where(symbol > 1e-14, 1.0 / jnp.where(symbol > 1e-14, symbol, 1.0), 0.0)
    precondition = lambda r: jnp.fft.irfft2(inverse * jnp.fft.rfft2(r), s=(n, n)) / k.mean()
    f = f - f.mean()
    limit = tol**2 * vdot(f, f)

    def go_on(state):
        _, r, _, _, it = state
        return (vdot(r, r) > limit) & (it < maxiter)

    def body(state):
        u, r, p, rz, it = state
        ap = apply_operator(k, p)
        alpha = rz / vdot(p, ap)
        u, r = u + alpha * p, r - alpha * ap
        z = precondition(r)
        new = vdot(r, z)
        return u, r, z + new / rz * p, new, it + 1

    z = precondition(f)
    u, r, _, _, it = lax.while_loop(go_on, body, (jnp.zeros_like(f), f, z, vdot(f, z), 0))
    gx, gy = jnp.gradient(u)
    return u - u.mean(), jnp.linalg.norm(r), it, jnp.hypot(gx, gy).max()


def initialize(preset):
    n = {"S": 24, "L": 192}[preset]
    rng = np.random.default_rng(8)
    x = np.linspace(0, 2 * np.pi, n, endpoint=False)
    k = np.exp(0.5 * np.sin(x)[:, None] * np.cos(2 * x)[None, :])
    return k, np.sin(3 * x)[:, None] * np.cos(x) + 0.1 * rng.normal(size=(n, n))
