from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


@partial(jax.jit, static_argnums=4)
def padded(indptr, indices, data, b, width):
    """Rows are windows of one width; what lies outside a row goes to a place that nobody reads."""
    n, size = b.size, data.size
    indices = jnp.concatenate((indices, jnp.full(width, n, indices.dtype)))
    data = jnp.concatenate((data, jnp.zeros(width)))
    b = jnp.concatenate((b, jnp.zeros(1)))
    lane = jnp.arange(width)

    def row(lo, hi):
        return jnp.where(lo + lane < hi, lo + lane, size)

    def eliminate(i, state):
        data, b, diag, place = state
        lo, hi = indptr[i], indptr[i + 1]
        mine = row(lo, hi)
        place = place.at[indices[mine]].set(mine).at[n].set(size)
        middle = place[i]
        diag = diag.at[i].set(middle)

        def one(p, data):
            k = indices[p]
            f = data[p] / data[diag[k]]
            theirs = row(diag[k] + 1, indptr[k + 1])
            return data.at[p].set(f).at[place[indices[theirs]]].add(-f * jnp.where(theirs < size, data[theirs], 0.0))

        data = lax.fori_loop(lo, middle, one, data)
        left = row(lo, middle)
        b = b.at[i].add(-jnp.sum(jnp.where(left < size, data[left] * b[indices[left]], 0.0)))
        return data, b, diag, place.at[indices[mine]].set(size)

    def back(t, b):
        i = n - 1 - t
        right = row(diag[i] + 1, indptr[i + 1])
        return b.at[i].set((b[i] - jnp.sum(jnp.where(right < size, data[right] * b[indices[right]], 0.0))) / data[diag[i]])

    start = data, b, jnp.zeros(n, jnp.int64), jnp.full(n + 1, size)
    data, b, diag, _ = lax.fori_loop(0, n, eliminate, start)
    return data[:size], lax.fori_loop(0, n, back, b)[:n]


def ilu_solve(indptr, indices, data, b):
    return padded(indptr, indices, data, b, int(np.max(np.diff(indptr))))
