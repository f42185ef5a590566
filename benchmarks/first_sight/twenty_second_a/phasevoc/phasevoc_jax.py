from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


@partial(jax.jit, static_argnums=(1, 2))
def phasevoc(x, size, slow):
    hop = size // 4
    stride = hop * slow // 4
    frames = (x.size - size) // hop + 1
    window = 0.5 - 0.5 * np.cos(2.0 * np.pi * np.arange(size) / size)
    turn = 2.0 * np.pi * hop * np.arange(size // 2 + 1) / size
    bins = jnp.fft.rfft(window * x[np.arange(frames)[:, None] * hop + np.arange(size)], axis=1)
    angle = jnp.angle(bins)
    drift = angle[1:] - angle[:-1] - turn
    drift -= 2.0 * np.pi * jnp.round(drift / (2.0 * np.pi))
    phase = jnp.cumsum(jnp.concatenate((angle[:1], (turn + drift) * (stride / hop))), axis=0)
    parts = window * jnp.fft.irfft(jnp.abs(bins) * jnp.exp(1j * phase), n=size, axis=1)
    at = np.arange(frames)[:, None] * stride + np.arange(size)
    length = (frames - 1) * stride + size
    norm = np.bincount(at.ravel(), np.tile(window ** 2, frames), minlength=length)
    return jnp.zeros(length).at[at].add(parts) / np.maximum(norm, 1e-3)
