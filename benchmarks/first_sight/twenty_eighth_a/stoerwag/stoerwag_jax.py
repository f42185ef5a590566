import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def stoerwag(W):
    n = W.shape[0]

    def turn(t, state):
        W, alive, merged, best, side = state

        def attach(_, s):
            weight, free, _, last, _ = s
            k = jnp.argmax(jnp.where(free, weight, -1))
            return weight + W[k], free.at[k].set(False), last, k, weight[k]

        start = (jnp.zeros(n, W.dtype), alive, 0, 0, jnp.zeros((), W.dtype))
        _, _, before, last, cut = lax.fori_loop(0, n - t, attach, start)
        side = jnp.where(cut < best, merged[last], side)
        merged = merged.at[before].set(merged[before] | merged[last])
        row = (W[before] + W[last]).at[before].set(0)
        W = W.at[before].set(row).at[:, before].set(row)
        return W, alive.at[last].set(False), merged, jnp.minimum(best, cut), side

    start = (W, jnp.ones(n, bool), jnp.eye(n, dtype=bool), jnp.array(jnp.iinfo(W.dtype).max), jnp.zeros(n, bool))
    _, _, _, best, side = lax.fori_loop(0, n - 1, turn, start)
    return best, side
