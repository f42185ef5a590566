import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def rnafold(seq, gap=3):
    n = seq.shape[0]
    at = jnp.arange(n)

    def row(down, T):
        i = n - 2 - down

        def element(j, T):
            best = jnp.maximum(T[i + 1, j], T[i, j - 1])
            pair = T[i + 1, j - 1] + (seq[i] + seq[j] == 3)
            best = jnp.where(j - i > gap, jnp.maximum(best, pair), best)
            parts = jnp.where((at >= i) & (at < j), T[i] + jnp.roll(T[:, j], -1), 0)
            return T.at[i, j].set(jnp.maximum(best, jnp.max(parts)).astype(jnp.int32))
        return lax.fori_loop(i + 1, n, element, T)
    return lax.fori_loop(0, n - 1, row, jnp.zeros((n, n), jnp.int32))
