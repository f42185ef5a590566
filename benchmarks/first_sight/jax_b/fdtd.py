"""Two-dimensional Maxwell by Yee's scheme with absorbing layers: the misfit at receivers and its gradient by the permittivity."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def sponge(n, width=8, strength=0.35):
    edge = jnp.arange(n)
    depth = jnp.maximum(width - edge, 0) + jnp.maximum(edge - (n - 1 - width), 0)
    return strength * (depth / width) ** 3


def ricker(t, t0=18.0, width=6.0):
    a = ((t - t0) / width) ** 2
    return (1.0 - 2.0 * a) * jnp.exp(-a)


def simulate(eps, source, receivers, steps, courant=0.5):
    nx, ny = eps.shape
    sigma = sponge(nx)[:, None] + sponge(ny)[None, :]
    ca, cb = (1.0 - sigma / 2) / (1.0 + sigma / 2), courant / (1.0 + sigma / 2)

    @jax.checkpoint
    def step(fields, t):
        ez, hx, hy = fields
        hx = (ca * hx).at[:, :-1].add(-cb[:, :-1] * (ez[:, 1:] - ez[:, :-1]))
        hy = (ca * hy).at[:-1, :].add(cb[:-1, :] * (ez[1:, :] - ez[:-1, :]))
        curl = jnp.zeros_like(ez).at[1:, 1:].set((hy[1:, 1:] - hy[:-1, 1:]) - (hx[1:, 1:] - hx[1:, :-1]))
        ez = ca * ez + cb / eps * curl
        ez = ez.at[source[0], source[1]].add(ricker(t))
        return (ez, hx, hy), ez[receivers[:, 0], receivers[:, 1]]

    zero = jnp.zeros_like(eps)
    return lax.scan(step, (zero, zero, zero), jnp.arange(steps, dtype=eps.dtype))


@partial(jax.jit, static_argnames="steps")
def fdtd(eps, observed, source, receivers, steps):
    def misfit(eps):
        (ez, _, _), trace = simulate(eps, source, receivers, steps)
        return 0.5 * jnp.sum((trace - observed) ** 2), (trace, ez)

    (value, (trace, last)), gradient = jax.value_and_grad(misfit, has_aux=True)(eps)
    return value, gradient / (jnp.abs(gradient).max() + 1e-12), trace, last


def initialize(preset):
    n, steps = {"S": (32, 40), "L": (128, 160)}[preset]
    rng = np.random.default_rng(1)
    eps = np.ones((n, n), np.float32)
    eps[n // 2:n // 2 + n // 8, n // 3:2 * n // 3] = 4.0
    receivers = np.stack([np.full(6, n // 4), np.linspace(n // 4, 3 * n // 4, 6).astype(int)], 1).astype(np.int32)
    return eps, 0.01 * rng.normal(size=(steps, 6)).astype(np.float32), (n // 4, n // 2), receivers, steps
