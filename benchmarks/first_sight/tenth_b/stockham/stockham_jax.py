import jax
import jax.numpy as jnp
import numpy as np


def stockham(z):
    n = z.shape[0]
    span, half = 1, n // 2
    while half >= 1:
        z = z.reshape(2, half, span)
        w = jnp.asarray(np.exp(-1j * np.pi * np.arange(half) / half)[:, None])
        z = jnp.stack((z[0] + z[1], (z[0] - z[1]) * w), axis=1).reshape(n)
        span *= 2
        half //= 2
    return z


@jax.jit
def spectrum(x, window):
    n = len(x)
    z = stockham((x - x.mean()) * window + 0j)
    power = (z.real[: n // 2 + 1] ** 2 + z.imag[: n // 2 + 1] ** 2) / n
    power = power.at[1:-1].multiply(2.0)
    lag = stockham(z.real**2 + z.imag**2 + 0j).real / n
    return power, lag
