from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=(2, 3))
def yinpitch(sound, rate, window, hop, threshold=0.15):
    count = (sound.size - 2 * window) // hop + 1
    frames = sound[jnp.arange(count)[:, None] * hop + jnp.arange(2 * window)]
    F, G = jnp.fft.rfft(frames[:, :window], 4 * window, axis=1), jnp.fft.rfft(frames, 4 * window, axis=1)
    r = jnp.fft.irfft(jnp.conj(F) * G, 4 * window, axis=1)[:, :window]
    power = jnp.pad(jnp.cumsum(frames ** 2, axis=1), ((0, 0), (1, 0)))
    energy = power[:, window:2 * window] - power[:, :window]
    d = (energy[:, :1] + energy - 2.0 * r)[:, 1:]
    d = jnp.concatenate((jnp.ones((count, 1)), d * jnp.arange(1, window) / jnp.cumsum(d, axis=1)), axis=1)
    place = jnp.arange(window)
    good = (d < threshold) & (place >= 2) & (place < window - 1)
    any_good = jnp.any(good, axis=1)
    first = jnp.argmax(good, axis=1)
    rises = jnp.pad(d[:, 1:] >= d[:, :-1], ((0, 0), (0, 1)), constant_values=True) | (place >= window - 2)
    lag = jnp.argmax(rises & (place >= first[:, None]), axis=1)
    lag = jnp.clip(lag, 1, window - 2)
    before, at, after = (jnp.take_along_axis(d, lag[:, None] + k, axis=1)[:, 0] for k in (-1, 0, 1))
    bend = before - 2.0 * at + after
    shift = jnp.where(bend > 0.0, 0.5 * (before - after) / jnp.where(bend > 0.0, bend, 1.0), 0.0)
    return jnp.where(any_good, rate / (lag + shift), 0.0), jnp.where(any_good, at, jnp.min(d, axis=1))
