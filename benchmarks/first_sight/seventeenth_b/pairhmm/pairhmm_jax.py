import jax
import jax.numpy as jnp
from jax import lax

OPEN, EXTEND = 10.0**-4.5, 0.1
START = 2.0**300


@jax.jit
def call(seq, quality, lengths, haplotypes):
    """All pairs side by side; along a row the gaps come by a scan over pairs of linear maps."""
    reads, haps = seq.shape[0], haplotypes.shape[0]
    columns = haplotypes.shape[1]
    keep, again = 1.0 - 2.0 * OPEN, 1.0 - EXTEND
    right = 1.0 - 10.0 ** (-0.1 * quality)

    def left(a):
        return jnp.pad(a[..., :-1], ((0, 0), (0, 0), (1, 0)))

    def row(state, given):
        M, X, Y, total = state
        base, good, i = given
        fits = jnp.where(base[:, None, None] == haplotypes, good[:, None, None], (1.0 - good[:, None, None]) / 3.0)
        flat = jnp.where(i == 0, START / columns, 0.0)
        new = fits * (keep * left(M) + again * (left(X) + left(Y).at[..., 0].add(flat)))
        X = OPEN * M + EXTEND * X
        into = OPEN * left(new)
        _, Y = lax.associative_scan(lambda p, q: (p[0] * q[0], q[0] * p[1] + q[1]), (jnp.full_like(into, EXTEND), into), axis=-1)
        total = jnp.where((lengths == i + 1)[:, None], new.sum(axis=-1) + X.sum(axis=-1), total)
        return (new, X, Y, total), None
    zero = jnp.zeros((reads, haps, columns))
    start = (zero, zero, jnp.full_like(zero, START / columns), jnp.zeros((reads, haps)))
    (_, _, _, total), _ = lax.scan(row, start, (seq.T, right.T, jnp.arange(seq.shape[1])))
    result = jnp.log10(total) - jnp.log10(START)
    odds = 10.0 ** (result - result.max(axis=1)[:, None])
    return result, jnp.argmax(result, axis=1), 1.0 / odds.sum(axis=1)
