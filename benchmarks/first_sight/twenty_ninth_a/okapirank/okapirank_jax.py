from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


@partial(jax.jit, static_argnums=(5, 6))
def rank(start, holders, counts, lengths, queries, keep, longest, k1, b):
    docs, held = lengths.size, jnp.diff(start)
    norm = k1 * (1.0 - b + b * lengths / jnp.mean(lengths))
    rarity = jnp.log(1.0 + (docs - held + 0.5) / (held + 0.5))
    term = jnp.repeat(jnp.arange(held.size), held, total_repeat_length=holders.size)
    worth = rarity[term] * counts * (k1 + 1.0) / (counts + norm[holders])
    side = int(np.ceil(np.sqrt(docs)))

    def add(scores, term):
        lo = jnp.minimum(start[term], holders.size - longest)
        at = lo + jnp.arange(longest)
        real = (at >= start[term]) & (at < start[term + 1]) & (term >= 0)
        where, what = lax.dynamic_slice(holders, (lo,), (longest,)), lax.dynamic_slice(worth, (lo,), (longest,))
        return scores.at[where].add(jnp.where(real, what, 0.0)), None

    def best(state, _):
        """The greatest by the greatest of each row of a square, so that few are looked at again."""
        square, tops = state
        i = jnp.argmax(tops)
        j = jnp.argmax(square[i])
        value = square[i, j]
        square = square.at[i, j].set(-1.0)
        return (square, tops.at[i].set(jnp.max(square[i]))), (i * side + j, value)

    def one(query):
        scores, _ = lax.scan(add, jnp.zeros(docs), query)
        square = jnp.pad(scores, (0, side * side - docs), constant_values=-1.0).reshape(side, side)
        return lax.scan(best, (square, jnp.max(square, axis=1)), None, length=keep)[1]

    return lax.map(one, queries)


def okapirank(start, holders, counts, lengths, queries, keep, k1=1.2, b=0.75):
    """The list of a term is taken as long as the longest that is asked for."""
    longest = int(np.diff(start)[queries[queries >= 0]].max())
    return rank(start, holders, counts, lengths, queries, keep, longest, k1, b)
