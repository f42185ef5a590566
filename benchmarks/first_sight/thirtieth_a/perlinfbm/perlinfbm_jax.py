from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

GRADIENTS = np.array([[1, 1], [-1, 1], [1, -1], [-1, -1], [1.4, 0], [-1.4, 0], [0, 1.4], [0, -1.4]], dtype=np.float32)


def fade(t):
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0)


def corner(hashed, dx, dy):
    g = jnp.asarray(GRADIENTS)[hashed & 7]
    return g[..., 0] * dx + g[..., 1] * dy


def noise(x, y, perm):
    fx, fy = jnp.floor(x), jnp.floor(y)
    i, j = fx.astype(jnp.int32) & 255, fy.astype(jnp.int32) & 255
    dx, dy = x - fx, y - fy
    u, v = fade(dx), fade(dy)
    a, b = perm[i] + j, perm[i + 1] + j
    n00, n10 = corner(perm[a], dx, dy), corner(perm[b], dx - 1.0, dy)
    n01, n11 = corner(perm[a + 1], dx, dy - 1.0), corner(perm[b + 1], dx - 1.0, dy - 1.0)
    low, high = n00 + u * (n10 - n00), n01 + u * (n11 - n01)
    return low + v * (high - low)


@partial(jax.jit, static_argnames=("octaves", "lacunarity", "gain"))
def perlinfbm(x, y, perm, octaves, lacunarity=2.0, gain=0.5):
    height, below = jnp.zeros_like(x), 1.0
    for o in range(octaves):
        ridge = (1.0 - jnp.abs(noise(x * lacunarity ** o, y * lacunarity ** o, perm))) ** 2
        height += gain ** o * ridge * below
        below = ridge
    gx, gy = jnp.gradient(height, x[1, 0] - x[0, 0], y[0, 1] - y[0, 0])
    return height, jnp.maximum((1.0 - 0.5 * gx - 0.3 * gy) / jnp.sqrt(1.0 + gx * gx + gy * gy), 0.0)
