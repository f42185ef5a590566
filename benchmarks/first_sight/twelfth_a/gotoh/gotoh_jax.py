import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def gotoh(a, b, match=2, mismatch=-1, start=4, extend=1):
    n, m = a.shape[0], b.shape[0]
    low = -10 ** 6
    at = jnp.arange(m + 1)
    M0 = jnp.full(m + 1, low).at[0].set(0)
    Y0 = jnp.where(at > 0, -start - extend * (at - 1), low)
    X0 = jnp.full(m + 1, low)

    def row(state, item):
        M, X, Y = state
        letter, i = item
        s = jnp.where(b == letter, match, mismatch)
        new = jnp.concatenate([jnp.array([low]), jnp.maximum(jnp.maximum(M, X), Y)[:-1] + s])
        down = jnp.maximum(M - start, X - extend).at[0].set(-start - extend * (i - 1))

        def right(y, left):
            y = jnp.maximum(left - start, y - extend)
            return y, y
        _, across = lax.scan(right, low, new[:-1])
        state = (new, down, jnp.concatenate([jnp.array([low]), across]))
        return state, new
    (M, X, Y), rows = lax.scan(row, (M0, X0, Y0), (a, jnp.arange(1, n + 1)))
    return jnp.concatenate([M0[None], rows]), jnp.maximum(jnp.maximum(M[m], X[m]), Y[m])
