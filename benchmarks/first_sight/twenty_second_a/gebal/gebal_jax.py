import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def gebal(A, scale, radix=2.0):
    n = A.shape[0]

    def row(i, state):
        A, scale, balanced = state
        c = jnp.sum(jnp.abs(A[:, i])) - jnp.abs(A[i, i])
        r = jnp.sum(jnp.abs(A[i])) - jnp.abs(A[i, i])
        empty = (c == 0.0) | (r == 0.0)
        before = c + r
        grow = lax.while_loop(lambda s: ~empty & (s[1] < r / radix), lambda s: (s[0] * radix, s[1] * radix * radix), (1.0, c))
        f, c = lax.while_loop(lambda s: ~empty & (s[1] >= r * radix), lambda s: (s[0] / radix, s[1] / (radix * radix)), grow)
        f = jnp.where(~empty & ((c + r) / f < 0.95 * before), f, 1.0)
        A = A.at[i].divide(f)
        return A.at[:, i].multiply(f), scale.at[i].multiply(f), balanced & (f == 1.0)

    def sweep(state):
        A, scale, rounds, _ = state
        A, scale, balanced = lax.fori_loop(0, n, row, (A, scale, True))
        return A, scale, rounds + 1, balanced

    A, scale, rounds, _ = lax.while_loop(lambda s: ~s[3], sweep, (A, scale, 0, False))
    return rounds, A, scale
