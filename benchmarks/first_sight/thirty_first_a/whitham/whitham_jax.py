from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


@partial(jax.jit, static_argnums=3)
def whitham(eta, length, dt, steps):
    n = eta.size
    k = 2.0 * jnp.pi * jnp.arange(n // 2 + 1) / length
    speed = jnp.where(k > 0.0, jnp.sqrt(jnp.tanh(k) / jnp.where(k > 0.0, k, 1.0)), 1.0)
    keep = np.arange(n // 2 + 1) < n // 3
    half = jnp.exp(-1j * k * speed * dt / 2.0)
    slope = -0.75j * k * keep

    def push(spectrum):
        return dt * slope * jnp.fft.rfft(jnp.fft.irfft(spectrum, n) ** 2)

    def step(state, _):
        u = state[0]
        a = push(u)
        b = push(half * (u + a / 2.0))
        c = push(half * u + b / 2.0)
        d = push(half * (half * u + c))
        u = half * (half * (u + a / 6.0) + (b + c) / 3.0) + d / 6.0
        x = jnp.fft.irfft(u, n)
        return (u, x), (x.mean() * length, 0.5 * length / n * jnp.dot(x, x), jnp.argmax(x))

    (_, surface), (mass, energy, crest) = lax.scan(step, (jnp.fft.rfft(eta) * keep, eta), None, length=steps)
    return surface, mass, energy, crest
