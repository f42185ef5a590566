from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=(1, 2))
def encode(text, letters, limit):
    """Phrases as a tree in a table: phrase x letter -> phrase. Codes that end a phrase are picked out afterwards."""
    n = text.size

    def take(state, letter):
        phrases, known, code = state
        place = code * letters + letter
        longer = lax.dynamic_slice(phrases, (place,), (1,))
        ends = longer[0] < 0
        keep = ends & (known < limit)
        phrases = lax.dynamic_update_slice(phrases, jnp.where(keep, known, longer), (place,))
        return (phrases, known + keep, jnp.where(ends, letter, longer[0])), (ends, code)

    start = jnp.full(limit * letters, -1), jnp.int64(letters), text[0]
    (_, _, code), (ends, given) = lax.scan(take, start, text[1:])
    places = jnp.where(ends, jnp.cumsum(ends) - 1, n)
    last = jnp.sum(ends)
    codes = jnp.zeros(n, jnp.int64).at[places].set(given, mode="drop").at[last].set(code)
    count = last + 1
    used = jnp.zeros(limit, jnp.int64).at[jnp.where(jnp.arange(n) < count, codes, limit)].add(1, mode="drop")
    share = used / count
    return codes, count, -jnp.sum(jnp.where(used > 0, share * jnp.log2(jnp.where(used > 0, share, 1.0)), 0.0))
