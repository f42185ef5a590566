from functools import partial

import jax
import jax.numpy as jnp


def tiles(frame, size, step):
    rows, cols = (frame.shape[0] - size) // step + 1, (frame.shape[1] - size) // step + 1
    i = jnp.arange(rows)[:, None] * step + jnp.arange(size)
    j = jnp.arange(cols)[:, None] * step + jnp.arange(size)
    out = frame[i[:, None, :, None], j[None, :, None, :]]
    return out - jnp.mean(out, axis=(2, 3), keepdims=True)


def between(left, middle, right):
    a, b, c = jnp.log(jnp.maximum(jnp.stack((left, middle, right)), 1e-6))
    below = a - 2.0 * b + c
    return jnp.where(below < -1e-9, 0.5 * (a - c) / jnp.where(below < -1e-9, below, 1.0), 0.0)


def unlike(field):
    h, w = field.shape
    around = jnp.stack([field[1 + i:h - 1 + i, 1 + j:w - 1 + j] for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j])
    middle = jnp.median(around, axis=0)
    return jnp.abs(field[1:-1, 1:-1] - middle) / (jnp.median(jnp.abs(around - middle), axis=0) + 0.1), middle


@partial(jax.jit, static_argnums=(2, 3))
def pivtiles(first, second, size, step):
    spectrum = jnp.conj(jnp.fft.rfft2(tiles(first, size, step))) * jnp.fft.rfft2(tiles(second, size, step))
    height = jnp.fft.irfft2(spectrum, s=(size, size))
    rows, cols = height.shape[:2]
    top = jnp.argmax(height.reshape(rows, cols, -1), axis=2)
    y, x = top // size, top % size
    i, j = jnp.arange(rows)[:, None], jnp.arange(cols)
    middle = height[i, j, y, x]
    v = y + between(height[i, j, (y - 1) % size, x], middle, height[i, j, (y + 1) % size, x])
    u = x + between(height[i, j, y, (x - 1) % size], middle, height[i, j, y, (x + 1) % size])
    v, u = jnp.where(v > size / 2, v - size, v), jnp.where(u > size / 2, u - size, u)
    (du, mu), (dv, mv) = unlike(u), unlike(v)
    bad = jnp.hypot(du, dv) > 2.0
    u = u.at[1:-1, 1:-1].set(jnp.where(bad, mu, u[1:-1, 1:-1]))
    v = v.at[1:-1, 1:-1].set(jnp.where(bad, mv, v[1:-1, 1:-1]))
    curl = jnp.gradient(v, step, axis=1) - jnp.gradient(u, step, axis=0)
    return u, v, curl, jnp.sum(bad)
