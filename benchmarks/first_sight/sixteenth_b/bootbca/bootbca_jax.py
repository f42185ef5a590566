import jax
import jax.numpy as jnp
from jax.scipy.special import ndtr, ndtri


def correlation(x, y):
    dx, dy = x - x.mean(axis=-1, keepdims=True), y - y.mean(axis=-1, keepdims=True)
    return jnp.sum(dx * dy, axis=-1) / jnp.sqrt(jnp.sum(dx * dx, axis=-1) * jnp.sum(dy * dy, axis=-1))


@jax.jit
def intervals(x, y, drawn, levels):
    draws, n = drawn.shape
    seen = correlation(x, y)
    samples = jnp.sort(correlation(x[drawn], y[drawn]))
    bias = ndtri((jnp.sum(samples < seen) + 0.5) / (draws + 1.0))
    dx, dy = x - x.mean(), y - y.mean()
    share = n / (n - 1.0)
    xx, xy, yy = (jnp.sum(a * b) - share * a * b for a, b in ((dx, dx), (dx, dy), (dy, dy)))
    without = xy / jnp.sqrt(xx * yy)
    gap = without.mean() - without
    skew = jnp.sum(gap**3) / (6.0 * jnp.sum(gap**2) ** 1.5)
    z = bias + ndtri(levels)
    place = ndtr(bias + z / (1.0 - skew * z)) * (draws - 1)
    low = jnp.floor(place).astype(int)
    high = jnp.minimum(low + 1, draws - 1)
    return seen, samples[low] + (place - low) * (samples[high] - samples[low]), bias, skew, samples
