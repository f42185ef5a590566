from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=2)
def goyshell(u, k, steps, dt=2e-4, thick=1e-5, force=0.005 + 0.005j):
    half = jnp.exp(-0.5 * dt * thick * k ** 2)
    pushed = jnp.zeros(k.size, complex).at[3].set(force)

    def rates(u):
        v = jnp.conj(u)
        out = jnp.pad(k[:-2] * v[:, 1:-1] * v[:, 2:], ((0, 0), (0, 2)))
        out -= jnp.pad(0.5 * k[:-2] * v[:, :-2] * v[:, 2:], ((0, 0), (1, 1)))
        out -= jnp.pad(0.5 * k[:-2] * v[:, :-2] * v[:, 1:-1], ((0, 0), (2, 0)))
        return 1j * out + pushed

    def step(state, _):
        u, moments = state
        a = rates(u)
        b = rates(half * (u + 0.5 * dt * a))
        c = rates(half * u + 0.5 * dt * b)
        d = rates(half * (half * u + dt * c))
        u = half * (half * (u + dt / 6.0 * a) + dt / 3.0 * (b + c)) + dt / 6.0 * d
        size = jnp.abs(u)
        moments += jnp.stack([jnp.mean(size ** p, axis=0) for p in (1, 2, 3)])
        return (u, moments), 0.5 * jnp.sum(size ** 2, axis=1)

    (u, moments), energy = lax.scan(step, (u, jnp.zeros((3, k.size))), None, length=steps)
    flux = jnp.mean(k[1:-1] * jnp.imag(u[:, :-2] * u[:, 1:-1] * u[:, 2:]), axis=0)
    return u, energy, flux, moments / steps
