from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


@partial(jax.jit, static_argnums=(2, 3))
def bandlu(ab, b, kl, ku):
    n, m = b.shape
    rows, steps = np.arange(1, kl + 1)[:, None], np.arange(1, ku + 1)
    lower, at = rows - 1, kl - rows + steps
    ab = jnp.concatenate((ab, jnp.ones((kl, kl + ku + 1))))

    def eliminate(k, ab):
        block = lax.dynamic_slice(ab, (k + 1, 0), (kl, kl + ku + 1))
        pivot = ab[k]
        f = jnp.where((k + rows < n), block[lower, kl - rows], 0.0) / pivot[kl]
        block = block.at[lower, kl - rows].set(jnp.where(k + rows < n, f, 1.0))
        block = block.at[lower, at].add(-f * pivot[kl + 1:])
        return lax.dynamic_update_slice(ab, block, (k + 1, 0))

    ab = lax.fori_loop(0, n - 1, eliminate, ab)[:n]
    x = jnp.concatenate((jnp.zeros((kl, m)), b, jnp.zeros((ku, m))))

    def forward(i, x):
        return x.at[i + kl].add(-ab[i, :kl] @ lax.dynamic_slice(x, (i, 0), (kl, m)))

    def backward(t, x):
        i = n - 1 - t
        return x.at[i + kl].set((x[i + kl] - ab[i, kl + 1:] @ lax.dynamic_slice(x, (i + kl + 1, 0), (ku, m))) / ab[i, kl])

    x = lax.fori_loop(0, n, backward, lax.fori_loop(1, n, forward, x))
    return ab, x[kl:kl + n]
