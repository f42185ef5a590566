from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnames="T")
def cnwave(psi, V, T, dt=0.01, dx=0.02):
    r = 1j * dt / (4.0 * dx ** 2)
    diagonal = 1.0 + 2.0 * r + 0.5j * dt * V

    def eliminate(last, row):
        inv = 1.0 / (row + r * last)
        return -r * inv, (-r * inv, inv)
    _, (c, inv) = lax.scan(eliminate, jnp.zeros_like(psi[0]), diagonal)

    def forward(last, row):
        b, i = row
        d = (b + r * last) * i
        return d, d

    def backward(after, row):
        d, c = row
        x = d - c * after
        return x, x

    def step(t, psi):
        b = (2.0 - diagonal) * psi
        b = b.at[1:].add(r * psi[:-1])
        b = b.at[:-1].add(r * psi[1:])
        zero = jnp.zeros_like(psi[0])
        _, d = lax.scan(forward, zero, (b, inv))
        return lax.scan(backward, zero, (d, c), reverse=True)[1]
    psi = lax.fori_loop(0, T, step, psi)
    return jnp.sqrt(jnp.sum(jnp.abs(psi) ** 2, axis=0)), psi
