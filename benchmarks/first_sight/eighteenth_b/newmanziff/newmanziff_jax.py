from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def find(parent, i):
    def up(s):
        parent, i = s
        above = parent[parent[i]]
        return parent.at[i].set(above), above

    return lax.while_loop(lambda s: s[0][s[1]] != s[1], up, (parent, i))


@partial(jax.jit, static_argnums=1)
def percolate(order, side):
    n = side * side
    top, bottom = n, n + 1

    def take(state, given):
        parent, size, taken, spans, count, most = state
        step, site = given
        row, column = site // side, site % side
        taken = taken.at[site].set(True)
        others = jnp.array([jnp.where(row > 0, site - side, top), jnp.where(row < side - 1, site + side, bottom),
                            row * side + (column - 1) % side, row * side + (column + 1) % side])

        def join(k, s):
            parent, size, root, count = s
            other = jnp.where(taken[others[k]], others[k], root)
            parent, found = find(parent, other)
            apart = found != root
            swap = size[root] < size[found]
            high, low = jnp.where(swap, found, root), jnp.where(swap, root, found)
            size = size.at[high].add(jnp.where(apart, size[low], 0))
            return parent.at[low].set(high), size, high, count - (apart & (other < n))

        parent, size, root, count = lax.fori_loop(0, 4, join, (parent, size, site, count + 1))
        most = jnp.maximum(most, size[root])
        parent, a = find(parent, jnp.int64(top))
        parent, b = find(parent, jnp.int64(bottom))
        spans = jnp.where((spans < 0) & (a == b), step + 1, spans)
        return (parent, size, taken, spans, count, most), (most, count)

    size = jnp.ones(n + 2, jnp.int64).at[n:].set(0)
    taken = jnp.zeros(n + 2, bool).at[n:].set(True)
    start = jnp.arange(n + 2), size, taken, jnp.int64(-1), jnp.int64(0), jnp.int64(1)
    state, (largest, clusters) = lax.scan(take, start, (jnp.arange(n), order))
    return largest, clusters, state[3]
