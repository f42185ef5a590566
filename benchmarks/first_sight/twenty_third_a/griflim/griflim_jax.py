from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=(3, 4))
def griflim(sizes, phase, window, hop, rounds, momentum):
    frames, size = sizes.shape[0], window.size
    at = hop * jnp.arange(frames)[:, None] + jnp.arange(size)
    length = (frames - 1) * hop + size
    norm = jnp.maximum(jnp.zeros(length).at[at].add(window ** 2), 1e-8)

    def overlay(spectra):
        return jnp.zeros(length).at[at].add(window * jnp.fft.irfft(spectra, n=size, axis=1)) / norm

    def step(state, _):
        spectra, before = state
        now = jnp.fft.rfft(window * overlay(spectra)[at], axis=1)
        misfit = jnp.linalg.norm(jnp.abs(now) - sizes) / jnp.linalg.norm(sizes)
        ahead = now + momentum * (now - before)
        return (sizes * ahead / jnp.maximum(jnp.abs(ahead), 1e-12), now), misfit

    spectra = sizes * jnp.exp(1j * phase)
    (spectra, _), misfit = lax.scan(step, (spectra, jnp.zeros_like(spectra)), None, length=rounds)
    return overlay(spectra), misfit
