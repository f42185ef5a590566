from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def warped(a, b, band, best):
    """Rows as windows about the diagonal; a row's recurrence is a running least of sums."""
    n = a.size
    padded = jnp.pad(b, band)
    offset = jnp.arange(2 * band + 1) - band

    def row(state):
        i, before, _ = state
        inside = (i + offset >= 0) & (i + offset < n)
        d = jnp.where(inside, (a[i] - lax.dynamic_slice(padded, (i,), (2 * band + 1,))) ** 2, 0.0)
        sums = jnp.cumsum(d)
        entry = jnp.where(inside, jnp.minimum(jnp.append(before[1:], jnp.inf), before) - (sums - d), jnp.inf)
        now = jnp.where(inside, sums + lax.cummin(entry), jnp.inf)
        return i + 1, now, now.min()

    first = jnp.where(offset == 0, 0.0, jnp.inf)
    i, last, least = lax.while_loop(lambda s: (s[0] < n) & (s[2] < best), row, (0, first, -jnp.inf))
    return jnp.where((i < n) | (least >= best), jnp.inf, last[band])


@partial(jax.jit, static_argnums=2)
def keoghnn(queries, library, band):
    n = queries.shape[1]
    near = jnp.arange(n)[:, None] + jnp.arange(2 * band + 1)

    def search(skipped, query):
        low = jnp.pad(query, band, constant_values=jnp.inf)[near].min(axis=1)
        high = jnp.pad(query, band, constant_values=-jnp.inf)[near].max(axis=1)

        def try_one(state, s):
            nearest, distance, skipped = state
            x = library[s]
            over = jnp.maximum(jnp.maximum(x - high, low - x), 0.0)
            skip = jnp.sum(over * over) >= distance
            d = lax.cond(skip, lambda: jnp.inf, lambda: warped(query, x, band, distance))
            better = d < distance
            return (jnp.where(better, s, nearest), jnp.where(better, d, distance), skipped + skip), None

        (nearest, distance, skipped), _ = lax.scan(try_one, (-1, jnp.inf, skipped), jnp.arange(library.shape[0]))
        return skipped, (nearest, jnp.sqrt(distance))

    skipped, (nearest, distance) = lax.scan(search, 0, queries)
    return nearest, distance, skipped
