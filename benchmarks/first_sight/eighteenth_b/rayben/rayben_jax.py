from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=6)
def convect(temperature, vorticity, aspect, rayleigh, prandtl, dt, steps):
    """Pivots once for all steps."""
    nx, nz = temperature.shape
    dx, dz = aspect / nx, 1.0 / (nz - 1)
    beside = 1.0 / dz**2
    diagonal = (2.0 * jnp.cos(2.0 * jnp.pi * jnp.arange(nx // 2 + 1) / nx) - 2.0) / dx**2 - 2.0 * beside

    def eliminate(factor, _):
        pivot = 1.0 / (diagonal - beside * factor)
        return beside * pivot, (pivot, beside * pivot)

    _, (pivots, factors) = lax.scan(eliminate, jnp.zeros_like(diagonal), None, length=nz - 2)

    def stream(vorticity):
        right = -jnp.fft.rfft(vorticity, axis=0)[:, 1:-1].T
        zero = jnp.zeros_like(right[0])

        def down(before, given):
            row, pivot = given
            row = (row - beside * before) * pivot
            return row, row

        def up(after, given):
            row, factor = given
            row = row - factor * after
            return row, row

        _, right = lax.scan(down, zero, (right, pivots))
        _, right = lax.scan(up, zero, (right, factors), reverse=True)
        return jnp.pad(jnp.fft.irfft(right.T, nx, axis=0), ((0, 0), (1, 1)))

    def along(q):
        return ((jnp.roll(q, -1, axis=0) - jnp.roll(q, 1, axis=0)) / (2.0 * dx))[:, 1:-1]

    def across(q):
        return (q[:, 2:] - q[:, :-2]) / (2.0 * dz)

    def laplacian(q):
        sides = (jnp.roll(q, -1, axis=0) - 2.0 * q + jnp.roll(q, 1, axis=0))[:, 1:-1] / dx**2
        return sides + (q[:, 2:] - 2.0 * q[:, 1:-1] + q[:, :-2]) / dz**2

    def step(state, _):
        T, Z = state
        psi = stream(Z)
        Z = Z.at[:, 0].set(-2.0 * psi[:, 1] / dz**2).at[:, -1].set(-2.0 * psi[:, -2] / dz**2)
        u, w, warmer = across(psi), -along(psi), along(T)
        heat = laplacian(T) - u * warmer - w * across(T)
        turn = prandtl * laplacian(Z) - u * along(Z) - w * across(Z) - rayleigh * prandtl * warmer
        T, Z = T.at[:, 1:-1].add(dt * heat), Z.at[:, 1:-1].add(dt * turn)
        return (T, Z), (1.0 + jnp.mean(w * T[:, 1:-1]), 0.5 * jnp.mean(u**2 + w**2))

    (T, Z), (nusselt, energy) = lax.scan(step, (temperature, vorticity), None, length=steps)
    return nusselt, energy, T, Z
