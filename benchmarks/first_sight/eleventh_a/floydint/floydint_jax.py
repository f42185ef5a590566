import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def floydint(D, limit=400):
    D = lax.fori_loop(0, D.shape[0], lambda k, D: jnp.minimum(D, D[:, k][:, None] + D[k]), D)
    return D, jnp.sum(D < limit, axis=0)
