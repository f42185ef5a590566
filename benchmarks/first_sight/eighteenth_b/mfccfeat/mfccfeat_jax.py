from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=(2, 3, 4, 5))
def features(sound, rate, width, hop, bands, kept):
    x = jnp.append(sound[0], sound[1:] - 0.97 * sound[:-1])
    count = 1 + (len(x) - width) // hop
    frames = x[jnp.arange(width) + hop * jnp.arange(count)[:, None]] * jnp.hamming(width)
    spectrum = jnp.fft.rfft(frames, axis=1)
    power = (spectrum.real**2 + spectrum.imag**2) / width
    edges = 700.0 * (10.0 ** (jnp.linspace(0.0, 2595.0 * jnp.log10(1.0 + 0.5 * rate / 700.0), bands + 2) / 2595.0) - 1.0)
    frequency = jnp.linspace(0.0, rate / 2.0, width // 2 + 1)
    low, middle, high = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    bank = jnp.maximum(jnp.minimum((frequency - low) / (middle - low), (high - frequency) / (high - middle)), 0.0)
    energy = jnp.log(jnp.maximum(power @ bank.T, 1e-10))
    cosines = jnp.sqrt(2.0 / bands) * jnp.cos(jnp.pi * jnp.outer(jnp.arange(kept), jnp.arange(bands) + 0.5) / bands)
    cepstrum = energy @ cosines.T * (1.0 + 11.0 * jnp.sin(jnp.pi * jnp.arange(kept) / 22.0))
    cepstrum = cepstrum.at[:, 0].set(jnp.log(jnp.sum(power, axis=1) + 1e-10))

    def differences(x):
        padded = jnp.pad(x, ((2, 2), (0, 0)), mode="edge")
        return (padded[3:count + 3] - padded[1:count + 1] + 2.0 * (padded[4:] - padded[:count])) / 10.0

    slope = differences(cepstrum)
    gathered = jnp.hstack([cepstrum, slope, differences(slope)])
    return (gathered - gathered.mean(axis=0)) / (gathered.std(axis=0) + 1e-8)
