import jax
import jax.numpy as jnp


@jax.jit
def wignervd(x, window):
    n, h = x.size, window.size // 2
    bins = 2 * (h + 1)
    spectrum = jnp.fft.fft(x)
    z = jnp.fft.ifft(spectrum.at[1:n // 2].multiply(2.0).at[n // 2 + 1:].set(0.0))
    padded = jnp.pad(z, (h, h))
    t, tau = jnp.arange(n)[:, None] + h, jnp.arange(-h, h + 1)
    rows = window * padded[t + tau] * jnp.conj(padded[t - tau])
    rows = jnp.concatenate((rows[:, h:], jnp.zeros((n, 1)), rows[:, :h]), axis=1)
    out = jnp.fft.fft(rows, axis=1).real
    power = jnp.maximum(out, 0.0)
    return out, power @ (0.5 * jnp.arange(bins) / bins) / jnp.sum(power, axis=1)
