import jax
import jax.numpy as jnp
from jax import lax


def suffix_array(text):
    n = text.size
    index = jnp.arange(n)

    def double(state):
        rank, _, k = state
        second = jnp.where(index + k < n, jnp.roll(rank, -k) + 1, 0)
        key, order = lax.sort_key_val(rank * (n + 6) + second, index)
        fresh = jnp.concatenate([jnp.zeros(1, jnp.int64), jnp.cumsum(key[1:] != key[:-1])])
        return jnp.zeros(n, jnp.int64).at[order].set(fresh, unique_indices=True), order, 2 * k
    return lax.while_loop(lambda s: s[0].max() < n - 1, double, (text, index, 1))[1]


@jax.jit
def find(text, wanted):
    n = text.size
    order = suffix_array(text)
    bwt = text[order - 1]
    occ = jnp.concatenate([jnp.zeros((1, 5), jnp.int64), jnp.cumsum(bwt[:, None] == jnp.arange(5), axis=0)])
    first = jnp.concatenate([jnp.zeros(1, jnp.int64), jnp.cumsum(occ[n])[:-1]])

    def narrow(ends, c):
        low, high = ends
        on = low < high
        return (jnp.where(on, first[c] + occ[low, c], low), jnp.where(on, first[c] + occ[high, c], high)), None
    many = wanted.shape[0]
    (low, high), _ = lax.scan(narrow, (jnp.zeros(many, jnp.int64), jnp.full(many, n)), wanted[:, ::-1].T)
    count = jnp.maximum(high - low, 0)
    least = lax.fori_loop(0, count.max(), lambda i, best: jnp.where(i < count, jnp.minimum(best, order[low + i]), best), jnp.full(many, n))
    return bwt, count, jnp.where(count > 0, least, -1)
