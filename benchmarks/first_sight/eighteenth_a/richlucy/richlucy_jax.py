from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=2)
def sharpen(image, psf, turns):
    n = image.shape[1]
    H = jnp.fft.rfft(psf)

    def turn(_, estimate):
        blurred = jnp.fft.irfft(jnp.fft.rfft(estimate, axis=1) * H, n, axis=1)
        ratio = image / jnp.maximum(blurred, 1e-12)
        return estimate * jnp.fft.irfft(jnp.fft.rfft(ratio, axis=1) * jnp.conj(H), n, axis=1)

    return lax.fori_loop(0, turns, turn, jnp.full_like(image, image.mean()))
