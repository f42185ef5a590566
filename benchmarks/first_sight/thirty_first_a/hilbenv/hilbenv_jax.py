from functools import partial

import jax
import jax.numpy as jnp


def smooth(x, half):
    n = x.shape[1]
    sums = jnp.concatenate((jnp.zeros((x.shape[0], 1)), jnp.cumsum(x, axis=1)), axis=1)
    i = jnp.arange(n)
    low, high = jnp.maximum(i - half, 0), jnp.minimum(i + half + 1, n)
    return (sums[:, high] - sums[:, low]) / (high - low)


@partial(jax.jit, static_argnames="half")
def hilbenv(x, rate, half=12):
    n = x.shape[1]
    i = jnp.arange(n)
    gain = jnp.where((i == 0) | (i == n // 2), 1.0, jnp.where(i < n // 2, 2.0, 0.0))
    z = jnp.fft.ifft(jnp.fft.fft(x - x.mean(axis=1, keepdims=True), axis=1) * gain, axis=1)
    envelope = jnp.abs(z)
    phase = jnp.unwrap(jnp.angle(z), axis=1)
    frequency = jnp.gradient(phase, axis=1) * rate / (2.0 * jnp.pi)
    unit = z / envelope
    return smooth(envelope, half), smooth(frequency, half), jnp.abs(unit @ unit.conj().T) / n
