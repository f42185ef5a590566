import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def cholup(L, X):
    n = L.shape[0]
    at = jnp.arange(n)

    def row(T, x):
        def column(k, state):
            T, x = state
            r = jnp.sqrt(T[k, k] ** 2 + x[k] ** 2)
            c, s = r / T[k, k], x[k] / T[k, k]
            t = jnp.where(at > k, (T[k] + s * x) / c, T[k])
            x = jnp.where(at > k, c * x - s * t, x)
            return T.at[k].set(t.at[k].set(r)), x
        return lax.fori_loop(0, n, column, (T, x))
    T, X = lax.scan(row, L.T, X)
    return T.T, X
