import jax
import jax.numpy as jnp
import numpy as np

DATA = np.array([3, 5, 6, 7, 9, 10, 11, 12])
MASKS = [sum(1 << i for i in range(1, 13) if i & p) for p in (1, 2, 4, 8)]


def parity(v):
    return jax.lax.population_count(v) & 1


@jax.jit
def mended(data, noise):
    d = data.astype(jnp.uint16)
    word = jnp.zeros_like(d)
    for k, place in enumerate(DATA):
        word = word | ((d >> (7 - k)) & 1) << place
    for c, mask in enumerate(MASKS):
        word = word | parity(word & mask) << (1 << c)
    word = word | parity(word)
    word = word ^ jnp.sum(noise.astype(jnp.uint16) << jnp.arange(13, dtype=jnp.uint16), axis=1, dtype=jnp.uint16)
    syndrome = sum(parity(word & mask) << c for c, mask in enumerate(MASKS))
    odd = parity(word) == 1
    double = ~odd & (syndrome != 0)
    word = jnp.where(odd & (syndrome < 13), word ^ (jnp.uint16(1) << syndrome), word)
    out = jnp.zeros_like(word)
    for k, place in enumerate(DATA):
        out = out | ((word >> place) & 1) << (7 - k)
    return jnp.where(double, 0, out).astype(jnp.uint8), odd.sum(), double.sum()
