import jax
import jax.numpy as jnp


@jax.jit
def cast(origins, rays, mesh, light):
    e1 = mesh[:, 1] - mesh[:, 0]
    e2 = mesh[:, 2] - mesh[:, 0]
    p = jnp.cross(rays[:, None, :], e2[None, :, :])
    det = jnp.sum(p * e1, axis=-1)
    hits = jnp.abs(det) > 1e-6
    inv = 1 / jnp.where(hits, det, 1)
    t = origins[:, None, :] - mesh[None, :, 0]
    u = jnp.sum(t * p, axis=-1) * inv
    q = jnp.cross(t, e1[None])
    v = jnp.sum(rays[:, None, :] * q, axis=-1) * inv
    d = jnp.sum(e2 * q, axis=-1) * inv
    hits &= (u >= 0) & (v >= 0) & (u + v <= 1) & (d > 1e-4)
    d = jnp.where(hits, d, jnp.float32(1e30))
    which = jnp.argmin(d, axis=1)
    depth = jnp.min(d, axis=1)
    normal = jnp.cross(e1, e2)
    normal = normal / jnp.sqrt(jnp.sum(normal**2, axis=1, keepdims=True))
    missed = depth > 1e29
    return depth, jnp.where(missed, -1, which), jnp.where(missed, 0, jnp.abs(normal @ light)[which])
