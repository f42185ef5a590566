from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def phis(L, h, points=16):
    turn = jnp.exp(1j * jnp.pi * (jnp.arange(1, points + 1) - 0.5) / points)
    z = h * L[:, None] + turn[None, :]
    e = jnp.exp(z)
    q = h * jnp.real(jnp.mean((jnp.exp(z / 2) - 1.0) / z, axis=1))
    f1 = h * jnp.real(jnp.mean((-4.0 - z + e * (4.0 - 3.0 * z + z**2)) / z**3, axis=1))
    f2 = h * jnp.real(jnp.mean((2.0 + z + e * (-2.0 + z)) / z**3, axis=1))
    f3 = h * jnp.real(jnp.mean((-4.0 - 3.0 * z - z**2 + e * (4.0 - z)) / z**3, axis=1))
    return q, f1, f2, f3


@partial(jax.jit, static_argnums=(1, 3))
def march(u, length, h, steps):
    n = u.shape[0]
    half = n // 2
    k = (jnp.arange(half + 1) * (2.0 * jnp.pi / length)).at[half].set(0.0)
    L = k**2 - k**4
    E, E2 = jnp.exp(h * L), jnp.exp(h * L / 2.0)
    q, f1, f2, f3 = phis(L, h)
    g = -0.5j * k
    twice = jnp.full(half + 1, 2.0).at[0].set(1.0).at[half].set(1.0)

    def nonlinear(v):
        return g * jnp.fft.rfft(jnp.fft.irfft(v, n) ** 2)

    def step(v, _):
        nv = nonlinear(v)
        a = E2 * v + q * nv
        na = nonlinear(a)
        nb = nonlinear(E2 * v + q * na)
        nc = nonlinear(E2 * a + q * (2.0 * nb - nv))
        v = E * v + nv * f1 + 2.0 * (na + nb) * f2 + nc * f3
        return v, jnp.sum(twice * (v.real**2 + v.imag**2)) / n**2
    v, energy = lax.scan(step, jnp.fft.rfft(u), None, length=steps)
    return jnp.fft.irfft(v, n), energy
