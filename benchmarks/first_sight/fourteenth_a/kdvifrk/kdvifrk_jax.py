from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=3)
def solitons(u, k, dt, steps):
    k = k.at[k.size // 2].set(0.0)
    g = -0.5j * dt * k
    half = jnp.exp(0.5j * dt * k**3)
    full = half**2

    def push(v):
        return g * jnp.fft.fft(jnp.fft.ifft(v, axis=1).real ** 2, axis=1)

    def step(v, _):
        a = push(v)
        b = push(half * (v + 0.5 * a))
        c = push(half * v + 0.5 * b)
        d = push(full * v + half * c)
        v = full * v + (full * a + 2.0 * half * (b + c) + d) / 6.0
        now = jnp.fft.ifft(v, axis=1).real
        return v, (now.mean(axis=1), jnp.sqrt(jnp.mean(now**2, axis=1)))
    v, (mass, energy) = lax.scan(step, jnp.fft.fft(u, axis=1), None, length=steps)
    return mass, energy, jnp.fft.ifft(v, axis=1).real, k
