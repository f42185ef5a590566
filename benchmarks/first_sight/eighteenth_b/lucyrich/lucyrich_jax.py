from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=2)
def deconvolve(image, psf, rounds):
    shape = image.shape
    transfer = jnp.fft.rfft2(psf)

    def round_(state, k):
        estimate, before, step, last_step = state
        alpha = jnp.sum(step * last_step) / jnp.where(k > 1, jnp.sum(last_step**2), 1.0)
        alpha = jnp.where(k > 1, jnp.clip(alpha, 0.0, 0.95), 0.0)
        guess = jnp.maximum(estimate + alpha * (estimate - before), 1e-6)
        model = jnp.maximum(jnp.fft.irfft2(jnp.fft.rfft2(guess) * transfer, shape), 1e-9)
        correction = jnp.fft.irfft2(jnp.fft.rfft2(image / model) * jnp.conj(transfer), shape)
        after = guess * jnp.maximum(correction, 0.0)
        return (after, estimate, after - guess, step), jnp.sum(image * jnp.log(model) - model)

    flat, zeros = jnp.full(shape, image.mean()), jnp.zeros(shape)
    (estimate, _, _, _), likelihood = lax.scan(round_, (flat, flat, zeros, zeros), jnp.arange(rounds))
    return estimate, likelihood
