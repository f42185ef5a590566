import jax
import jax.numpy as jnp
from jax import lax


def describe(image, places, pattern):
    smooth = jnp.pad(lax.reduce_window(image.astype(jnp.int64), 0, lax.add, (5, 5), (1, 1), "valid"), 2)
    y, x = places[:, :1], places[:, 1:]
    less = smooth[y + pattern[:, 0], x + pattern[:, 1]] < smooth[y + pattern[:, 2], x + pattern[:, 3]]
    bits = less.reshape(len(places), 4, 64).astype(jnp.uint64) << jnp.arange(64, dtype=jnp.uint64)
    return jnp.sum(bits, axis=2, dtype=jnp.uint64)


@jax.jit
def briefham(one, two, here, there, pattern, ratio=0.8):
    a, b = describe(one, here, pattern), describe(two, there, pattern)
    apart = sum(lax.population_count(a[:, None, w] ^ b[:, w]) for w in range(4)).astype(jnp.int64)
    match = jnp.argmin(apart, axis=1)
    back = jnp.argmin(apart, axis=0)
    rows = jnp.arange(len(here))
    least = apart[rows, match]
    second = jnp.min(apart.at[rows, match].set(999), axis=1)
    return match, least, (least < ratio * second) & (back[match] == rows)
