import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def profile(image, x, y, edges):
    radius = jnp.sqrt(jnp.add.outer(y * y, x * x))

    def ring(_, e):
        inside = (radius >= e[0]) & (radius < e[1])
        c = inside.sum()
        safe = jnp.maximum(c, 1)
        m = jnp.where(inside, image, 0.0).sum() / safe
        v = jnp.where(inside, (image - m) ** 2, 0.0).sum() / safe
        p = jnp.where(inside, image, -jnp.inf).max()
        return None, (m, v, jnp.where(c > 0, p, 0.0))
    return lax.scan(ring, None, (edges[:-1], edges[1:]))[1]
