from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

COLOURS = np.array([0.4861, 0.5876, 0.6563])


def trace(x, y, l, m, n, faces, aperture, colour):
    """Places on the last plane and slopes there, coordinate by coordinate so that all of it is one loop."""
    z, before, alive = 0.0, 1.0, True
    for f in range(faces.shape[0]):
        c, k, way = faces[f, 0], faces[f, 1], faces[f, 2]
        behind = faces[f, 3] + 0.55 * faces[f, 4] * (1.0 / colour ** 2 - 1.0 / 0.5876 ** 2)
        a = c * (1.0 + k * n * n)
        b = c * (x * l + y * m + (1.0 + k) * z * n) - n
        e = c * (x * x + y * y + (1.0 + k) * z * z) - 2.0 * z
        d = b * b - a * e
        s = e / (-b + jnp.sqrt(jnp.maximum(d, 0.0)))
        x, y, z = x + s * l, y + s * m, z + s * n
        alive &= (d >= 0.0) & (x * x + y * y <= aperture[f] ** 2)
        p, q, r = -c * x, -c * y, 1.0 - c * (1.0 + k) * z
        size = 1.0 / jnp.sqrt(p * p + q * q + r * r)
        p, q, r = p * size, q * size, r * size
        ratio = before / behind
        cosine = l * p + m * q + n * r
        under = 1.0 - ratio ** 2 * (1.0 - cosine ** 2)
        turn = jnp.sqrt(jnp.maximum(under, 0.0)) - ratio * cosine
        l, m, n = ratio * l + turn * p, ratio * m + turn * q, ratio * n + turn * r
        alive &= under >= 0.0
        z -= way
        before = behind
    return x - z * l / n, y - z * m / n, l / n, m / n, alive.astype(x.dtype)


@partial(jax.jit, static_argnames=("grid", "radius"))
def lensspot(faces, aperture, angles, grid, radius=9.0):
    side = np.linspace(-radius, radius, grid)
    x, y = np.meshgrid(side, side)
    inside = x ** 2 + y ** 2 <= radius ** 2
    x, y = jnp.asarray(x[inside]), jnp.asarray(y[inside])

    angle, colour = angles[:, None, None], jnp.asarray(COLOURS)[:, None]
    px, py, qx, qy, w = trace(x, y - 8.0 * jnp.tan(angle), 0.0, jnp.sin(angle), jnp.cos(angle), faces, aperture, colour)
    p, q = jnp.stack((px, py), axis=2), jnp.stack((qx, qy), axis=2)
    w = w[:, :, None]
    many = w.sum(axis=-1, keepdims=True)
    p0, q0 = (w * p).sum(axis=-1, keepdims=True) / many, (w * q).sum(axis=-1, keepdims=True) / many
    focus = -jnp.sum(w * (p - p0) * (q - q0)) / jnp.sum(w * (q - q0) ** 2)
    off = (p - p0) + focus * (q - q0)
    spots = jnp.sqrt(jnp.sum(w * off ** 2, axis=(2, 3)) / many[..., 0, 0])
    return focus, spots, (p0 + focus * q0)[..., 0], w.mean(axis=(2, 3))
