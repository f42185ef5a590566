import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def mgs2(A):
    m, n = A.shape

    def column(j, state):
        T, R = state

        def against(i, inner):
            q, r = inner
            h = T[i] @ q
            return q - h * T[i], r.at[i].add(h)
        inner = (T[j], jnp.zeros(n))
        for _ in range(2):
            inner = lax.fori_loop(0, j, against, inner)
        q, r = inner
        length = jnp.linalg.norm(q)
        return T.at[j].set(q / length), R.at[:, j].set(r.at[j].set(length))
    T, R = lax.fori_loop(0, n, column, (A.T, jnp.zeros((n, n))))
    return T.T, R
