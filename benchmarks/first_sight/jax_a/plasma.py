"""Electrons in one dimension by particles and a mesh: linear weighting with at[].add, the field by FFT, leapfrog steps in a scan."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)


def deposit(x, n, dx):
    left = jnp.floor(x / dx).astype(jnp.int32)
    frac = x / dx - left
    rho = jnp.zeros(n)
    rho = rho.at[left % n].add(1.0 - frac)
    rho = rho.at[(left + 1) % n].add(frac)
    return rho * n / x.shape[0]


def field(rho, length):
    n = rho.shape[0]
    k = 2.0 * jnp.pi * jnp.fft.rfftfreq(n, length / n)
    rho_k = jnp.fft.rfft(1.0 - rho)
    e_k = jnp.where(k > 0, rho_k / (1j * jnp.where(k > 0, k, 1.0)), 0.0)
    return jnp.fft.irfft(e_k, n)


def gather(e, x, dx):
    left = jnp.floor(x / dx).astype(jnp.int32)
    frac = x / dx - left
    n = e.shape[0]
    return (1.0 - frac) * e[left % n] + frac * e[(left + 1) % n]


@partial(jax.jit, static_argnums=(3, 4))
def plasma(x, v, length, cells, steps, dt=0.1):
    dx = length / cells

    def step(carry, _):
        x, v = carry
        e = field(deposit(x, cells, dx), length)
        v = v - dt * gather(e, x, dx)
        x = (x + dt * v) % length
        return (x, v), {"field": 0.5 * dx * jnp.sum(e**2), "kinetic": 0.5 * jnp.mean(v**2)}

    (x, v), history = jax.lax.scan(step, (x, v), xs=None, length=steps)
    spectrum, _ = jnp.histogram(v, bins=32, range=(-3.0, 3.0))
    return x, v, history, spectrum


def initialize(preset):
    particles, cells, steps = {"S": (1500, 32, 20), "L": (40000, 128, 100)}[preset]
    rng = np.random.default_rng(19)
    length = 2.0 * np.pi / 0.5
    x = rng.uniform(0, length, particles)
    v = np.where(rng.random(particles) < 0.5, 1.0, -1.0) + 0.1 * rng.normal(size=particles)
    return x, v + 0.05 * np.sin(2 * np.pi * x / length), length, cells, steps
