import jax
import jax.numpy as jnp
from jax import lax


def rotation(a, b):
    steep = jnp.abs(b) > jnp.abs(a)
    t = jnp.where(steep, a, b) / jnp.where(b == 0.0, 1.0, jnp.where(steep, b, a))
    one = 1.0 / jnp.sqrt(1.0 + t * t)
    c, s = jnp.where(steep, one * t, one), jnp.where(steep, one, one * t)
    return jnp.where(b == 0.0, 1.0, c), jnp.where(b == 0.0, 0.0, s)


@jax.jit
def givensqr(A, b):
    m, n = A.shape

    def column(j, state):
        def one(up, state):
            W, = state
            i = m - 1 - up
            two = lax.dynamic_slice(W, (i - 1, 0), (2, n + 1))
            c, s = rotation(two[0, j], two[1, j])
            turned = jnp.stack([c * two[0] + s * two[1], c * two[1] - s * two[0]])
            turned = jnp.where(jnp.arange(n + 1) >= j, turned, two).at[1, j].set(0.0)
            return (lax.dynamic_update_slice(W, turned, (i - 1, 0)),)
        return lax.fori_loop(0, m - 1 - j, one, state)
    W, = lax.fori_loop(0, n, column, (jnp.concatenate([A, b[:, None]], axis=1),))
    return W[:, :n], W[:, n]
