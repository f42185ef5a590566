from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=2)
def coherence(x, y, size):
    hop = size // 2
    count = (x.size - size) // hop + 1
    window = 0.5 - 0.5 * jnp.cos(2.0 * jnp.pi * jnp.arange(size) / size)
    norm = jnp.sum(window**2) * count

    def spectra(x):
        halves = x[:(count + 1) * hop].reshape(count + 1, hop)
        parts = jnp.concatenate([halves[:-1], halves[1:]], axis=1)
        return jnp.fft.rfft(window * (parts - parts.mean(axis=1, keepdims=True)), axis=1)
    fa, fb = spectra(x), spectra(y)
    pxx, pyy = jnp.sum(fa.real**2 + fa.imag**2, axis=0), jnp.sum(fb.real**2 + fb.imag**2, axis=0)
    pxy = jnp.sum(jnp.conj(fa) * fb, axis=0)
    return pxx / norm, pyy / norm, jnp.abs(pxy) ** 2 / (pxx * pyy)
