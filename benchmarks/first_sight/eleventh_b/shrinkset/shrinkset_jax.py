from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=3)
def julia(xs, ys, c, limit, radius):
    z = xs[None, :] + 1j * ys[:, None]

    def body(s):
        step, z, count = s
        inside = count == limit
        z = jnp.where(inside, z * z + c, z)
        count = jnp.where(inside & (z.real**2 + z.imag**2 > radius**2), step, count)
        return step + 1, z, count
    start = (0, z, jnp.full(z.shape, limit, jnp.int32))
    _, z, count = lax.while_loop(lambda s: (s[0] < limit) & (s[2] == limit).any(), body, start)
    return count, z
