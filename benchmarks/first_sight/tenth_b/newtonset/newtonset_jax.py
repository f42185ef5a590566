from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnames="steps")
def basins(re, im, steps, tol=1e-8):
    z = re[None, :] + 1j * im[:, None]

    def cond(s):
        return (s[0] < steps) & s[2].any()

    def body(s):
        it, z, active, count = s
        z2 = z * z
        z = jnp.where(active, z - (z2 * z - 1.0) / (3.0 * z2), z)
        active = active & (jnp.abs(z * z * z - 1.0) > tol)
        return it + 1, z, active, count + active.astype(jnp.int32)
    _, z, active, count = lax.while_loop(cond, body, (0, z, jnp.ones(z.shape, bool), jnp.zeros(z.shape, jnp.int32)))
    root = jnp.full(z.shape, -1, jnp.int8)
    for k, t in enumerate([1.0, -0.5 + 0.8660254037844386j, -0.5 - 0.8660254037844386j]):
        root = jnp.where(jnp.abs(z - t) < 1e-3, jnp.int8(k), root)
    return root, count
