import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def walshnl(tables):
    size = tables.shape[1]
    x = jnp.arange(size)

    def one(s):
        p = jnp.arange(1, size, dtype=jnp.int32)[:, None] & s
        for shift in (8, 4, 2, 1):
            p = p ^ (p >> shift)
        w = 1 - 2 * (p & 1)
        h = 1
        while h < size:
            v = w.reshape(size - 1, size // (2 * h), 2, h)
            w = jnp.stack((v[:, :, 0] + v[:, :, 1], v[:, :, 0] - v[:, :, 1]), axis=2).reshape(size - 1, size)
            h *= 2

        def difference(most, d):
            return jnp.maximum(most, jnp.bincount(s ^ s[x ^ d], length=size).max()), None

        worst, _ = lax.scan(difference, jnp.int64(0), x[1:])
        return (size - jnp.abs(w).max().astype(jnp.int64)) // 2, worst, jnp.sum(w.astype(jnp.int64) ** 4)

    return lax.map(one, tables)
