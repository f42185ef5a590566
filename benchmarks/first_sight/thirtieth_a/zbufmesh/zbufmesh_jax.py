from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


@partial(jax.jit, static_argnums=(2, 5))
def drawn(points, faces, size, ambient, bias, tile):
    scale = np.array([1.0 / size, 1.0 / size, 0.365], np.float32)
    corners = points[faces]
    normal = jnp.cross((corners[:, 1] - corners[:, 0]) * scale, (corners[:, 2] - corners[:, 0]) * scale)
    normal /= jnp.sqrt(jnp.sum(normal * normal, axis=1, keepdims=True))
    shade = jnp.clip(normal @ np.array([0.3, -0.4, 0.8660254], np.float32), 0.0, 1.0)
    shade = (ambient + (1.0 - ambient) * shade).astype(jnp.float32)
    first = jnp.clip(jnp.floor(corners[:, :, :2].min(axis=1)).astype(jnp.int32), 0, size - tile)
    step = jnp.arange(tile, dtype=jnp.int32)

    def draw(state, row):
        corner, first, f = row
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = corner
        area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        x, y = (first[0] + step).astype(jnp.float32)[:, None], (first[1] + step).astype(jnp.float32)
        u = ((x - ax) * (cy - ay) - (y - ay) * (cx - ax)) / area
        v = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / area
        z = az + u * (bz - az) + v * (cz - az)
        old = [lax.dynamic_slice(s, first, (tile, tile)) for s in state]
        front = (u >= 0.0) & (v >= 0.0) & (u + v <= 1.0) & (z > old[0] + bias) & (jnp.abs(area) >= 1e-6)
        new = [jnp.where(front, a, b) for a, b in zip((z, f), old, strict=True)]
        return tuple(lax.dynamic_update_slice(s, a, first) for s, a in zip(state, new, strict=True)), None

    start = (jnp.full((size, size), -jnp.inf, jnp.float32), jnp.full((size, size), -1, jnp.int32))
    (depth, owner), _ = lax.scan(draw, start, (corners, first, jnp.arange(len(faces), dtype=jnp.int32)))
    picture = jnp.where(owner < 0, jnp.float32(0.0), shade[owner])
    return depth, picture, owner, jnp.bincount(jnp.where(owner < 0, len(faces), owner).ravel(), length=len(faces))


def zbufmesh(points, faces, size, ambient=0.15, bias=1e-4):
    """How wide the widest triangle is is found outside of what is compiled."""
    at = points[faces, :2]
    wide = np.ceil(at.max(axis=1)) - np.floor(at.min(axis=1))
    return drawn(points, faces, size, ambient, jnp.float32(bias), min(int(wide.max()) + 1, size))
