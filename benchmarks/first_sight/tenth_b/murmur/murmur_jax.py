import jax
import jax.numpy as jnp
from jax import lax


def rotate(x, r):
    return (x << jnp.uint32(r)) | (x >> jnp.uint32(32 - r))


@jax.jit
def hash_rows(data, seeds):
    rows, words = data.shape

    def one(seed):
        def step(h, col):
            k = rotate(col * jnp.uint32(0xCC9E2D51), 15) * jnp.uint32(0x1B873593)
            return rotate(h ^ k, 13) * jnp.uint32(5) + jnp.uint32(0xE6546B64), None
        h, _ = lax.scan(step, jnp.full(rows, seed, jnp.uint32), data.T)
        h = h ^ jnp.uint32(4 * words)
        h = (h ^ (h >> 16)) * jnp.uint32(0x85EBCA6B)
        h = (h ^ (h >> 13)) * jnp.uint32(0xC2B2AE35)
        return h ^ (h >> 16)
    hashes = jax.vmap(one)(seeds)
    bloom = jnp.zeros(1024, jnp.uint8).at[(hashes & jnp.uint32(1023)).ravel()].set(1)
    return hashes, bloom
