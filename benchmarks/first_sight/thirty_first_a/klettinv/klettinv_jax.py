import jax
import jax.numpy as jnp
from jax import lax

RAYLEIGH = 8.0 * jnp.pi / 3.0


@jax.jit
def klettinv(counts, heights, lidar_ratio=50.0, limit=3.0e-7):
    profiles, bins = counts.shape
    dz, width = heights[1] - heights[0], max(bins // 15, 4)
    i = jnp.arange(bins)
    kelvin = jnp.maximum(288.15 - 6.5e-3 * heights, 216.65)
    high = 22632.0 * jnp.exp(-(heights - 11000.0) / 6341.6)
    pressure = jnp.where(heights < 11000.0, 101325.0 * (kelvin / 288.15) ** 5.2559, high)
    clean = 1.54e-6 * (pressure / 101325.0) * (288.15 / kelvin)
    seen = clean * jnp.exp(-2.0 * RAYLEIGH * jnp.cumsum(clean) * dz)
    dark = counts[:, -(-(-bins // 20)):].mean(axis=1, keepdims=True)
    sums = jnp.pad(jnp.cumsum((counts - dark) * heights ** 2, axis=1), ((0, 0), (1, 0)))
    half = 1 + (heights // 2500.0).astype(jnp.int64)
    low, top = jnp.maximum(i - half, 0), jnp.minimum(i + half + 1, bins)
    signal = (sums[:, top] - sums[:, low]) / (top - low)
    hop = max(width // 2, 1)
    first = jnp.searchsorted(heights, 6000.0)
    starts = first + hop * jnp.arange(bins // hop)
    fits = starts < bins - width
    windows = (signal / seen)[:, jnp.minimum(starts, bins - width)[:, None] + jnp.arange(width)]
    mean = windows.mean(axis=-1)
    rough = jnp.where(fits & (mean > 0.0), windows.std(axis=-1) / jnp.where(mean > 0.0, mean, 1.0), jnp.inf)
    at = jnp.where(jnp.isfinite(rough.min(axis=1)), starts[jnp.argmin(rough, axis=1)], first)
    stop = at + width // 2
    level = jnp.mean(jnp.take_along_axis(signal / clean, at[:, None] + jnp.arange(width), axis=1), axis=1)
    bend = jnp.exp((lidar_ratio - RAYLEIGH) * (clean + jnp.append(clean[1:], clean[-1])) * dz)

    def down(state, row):
        before, above = state
        signal, bend, k = row
        x = signal * bend
        there = jnp.where(k < stop, x / (before / above + lidar_ratio * (before + x) * dz), above)
        return (jnp.where(k < stop, signal, before), there), there

    start = (level * clean[stop], clean[stop])
    both = lax.scan(down, start, (signal.T, bend, i), reverse=True)[1].T
    back = jnp.where(i < stop[:, None], both - clean, 0.0)
    dusty = back > limit
    some = dusty.any(axis=1)
    base = jnp.where(some, heights[jnp.argmax(dusty, axis=1)], 0.0)
    end = jnp.where(some, heights[bins - 1 - jnp.argmax(dusty[:, ::-1], axis=1)], 0.0)
    return back, lidar_ratio * dz * jnp.maximum(back, 0.0).sum(axis=1), heights[stop], base, end
