import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def suffixdbl(text):
    n = text.size
    place = jnp.arange(n)

    def double(state):
        rank, _, step, _ = state
        after = jnp.where(place + step < n, rank[jnp.minimum(place + step, n - 1)] + 1, 0)
        key = rank * (n + 5) + after
        order = jnp.argsort(key)
        new = jnp.cumsum(jnp.diff(key[order], prepend=key[order[0]]) != 0)
        return jnp.zeros(n, jnp.int64).at[order].set(new), order, 2 * step, new[-1]

    rank, order, _, _ = lax.while_loop(lambda s: s[3] < n - 1, double, (text.astype(jnp.int64), place, 1, 0))

    def letter(same, i):
        j = order[rank[i] - 1]

        def more(s):
            fits = jnp.maximum(i, j) + s < n
            return fits & (text[jnp.minimum(i + s, n - 1)] == text[jnp.minimum(j + s, n - 1)])

        first = rank[i] == 0
        same = lax.while_loop(lambda s: ~first & more(s), lambda s: s + 1, jnp.where(first, 0, same))
        return jnp.maximum(same - 1, 0), same

    _, same = lax.scan(letter, 0, place)
    shared = jnp.zeros(n, jnp.int64).at[rank].set(same)
    return order, shared, n * (n + 1) // 2 - shared.sum()
