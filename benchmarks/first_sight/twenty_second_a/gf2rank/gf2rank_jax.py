import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def gf2rank(M, columns):
    rows = M.shape[0]
    places = jnp.arange(rows)

    def step(state):
        c, rank, M, pivots = state
        column = ((M[:, c // 64] >> (c % 64).astype(jnp.uint64)) & jnp.uint64(1)) == 1
        below = column & (places >= rank)
        p = jnp.argmax(below)
        some = below[p]

        def reduce(M):
            top, low = M[p], M[rank]
            M = M.at[rank].set(top).at[p].set(low)
            ones = column.at[p].set(column[rank]).at[rank].set(False)
            return jnp.where(ones[:, None], M ^ top, M)

        M = lax.cond(some, reduce, lambda M: M, M)
        pivots = jnp.where(some & (places == rank), c, pivots)
        return c + 1, rank + some, M, pivots

    start = jnp.int64(0), jnp.int64(0), M, jnp.full(rows, -1)
    _, rank, M, pivots = lax.while_loop(lambda s: (s[0] < columns) & (s[1] < rows), step, start)
    return rank, pivots, M
