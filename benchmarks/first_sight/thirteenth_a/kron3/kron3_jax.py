from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=4)
def kronpower(A, B, C, x, steps):
    def step(x, _):
        y = jnp.einsum("ai,ijk->ajk", A, x)
        y = jnp.einsum("bj,ajk->abk", B, y)
        y = jnp.einsum("abk,ck->abc", y, C)
        norm = jnp.sqrt(jnp.sum(y**2))
        return y / norm, norm
    x, norms = lax.scan(step, x, None, length=steps)
    return norms, x
