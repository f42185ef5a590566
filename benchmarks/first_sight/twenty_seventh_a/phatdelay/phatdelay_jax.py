from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=1)
def phatdelay(sound, reach):
    _, size = sound.shape
    F = jnp.fft.rfft(sound * jnp.hanning(size), 2 * size, axis=1)
    cross = F[:, None, :] * jnp.conj(F)
    r = jnp.fft.irfft(cross / (jnp.abs(cross) + 1e-12), axis=2)
    r = jnp.concatenate((r[..., -reach:], r[..., :reach + 1]), axis=2)
    at = jnp.clip(jnp.argmax(r, axis=2), 1, 2 * reach - 1)
    before, peak, after = (jnp.take_along_axis(r, at[..., None] + k, axis=2)[..., 0] for k in (-1, 0, 1))
    return at - reach + 0.5 * (before - after) / (before - 2.0 * peak + after), peak
