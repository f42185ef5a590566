from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


@partial(jax.jit, static_argnames=("k", "rows"))
def minhashes(text, mul, add, k=3, rows=4):
    docs, n = text.shape[0], text.shape[1] - k + 1
    h = jnp.full((docs, n), np.uint64(14695981039346656037))
    for i in range(k):
        h = (h ^ text[:, i:i + n]) * np.uint64(1099511628211)
    h = h ^ (h >> np.uint64(29))
    signature = lax.map(lambda ab: jnp.min((h * ab[0] + ab[1]) >> np.uint64(32), axis=1), (mul, add)).T

    def one(row):
        equal = (signature == row).reshape(docs, -1, rows)
        return jnp.mean(equal, axis=(1, 2), dtype=float), jnp.any(jnp.all(equal, axis=2), axis=1)

    alike, near = lax.map(one, signature)
    return signature, alike, jnp.count_nonzero(jnp.triu(near, 1))
