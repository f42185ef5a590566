from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


def boxes(sums, half):
    n, m = sums.shape[0] - 1, sums.shape[1] - 1
    i, j = np.arange(n), np.arange(m)
    top, low = np.maximum(i - half, 0), np.minimum(i + half + 1, n)
    left, right = np.maximum(j - half, 0), np.minimum(j + half + 1, m)
    rows = sums[low] - sums[top]
    return rows[:, right] - rows[:, left], (low - top)[:, None] * (right - left)


@partial(jax.jit, static_argnames=("guard", "train", "alarm"))
def rdcfar(echoes, chirp, guard=2, train=6, alarm=1e-5):
    pulses, samples = echoes.shape
    pressed = jnp.fft.ifft(jnp.fft.fft(echoes, axis=1) * jnp.conj(jnp.fft.fft(chirp, samples)), axis=1)
    taper = np.hanning(pulses).astype(np.float32)
    doppler = jnp.fft.fftshift(jnp.fft.fft(pressed * taper[:, None], axis=0), axes=0)
    power = doppler.real ** 2 + doppler.imag ** 2
    sums = jnp.pad(jnp.cumsum(jnp.cumsum(power.astype(float), axis=0), axis=1), ((1, 0), (1, 0)))
    (wide, many), (near, few) = boxes(sums, guard + train), boxes(sums, guard)
    found = power > (alarm ** (-1.0 / (many - few)) - 1.0) * (wide - near)
    peak = jnp.argmax(jnp.where(found, power, 0.0))
    return power, found, found.sum(axis=1), peak // samples, peak % samples
