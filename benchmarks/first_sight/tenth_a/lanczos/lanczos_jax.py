from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnames="K")
def lanczos(A, v, K):
    n = A.shape[0]

    def step(k, state):
        V, alpha, beta = state
        w = A @ V[k]
        alpha = alpha.at[k].set(w @ V[k])

        def against(i, w):
            u = V[k - i]
            return w - (w @ u) * u
        w = lax.fori_loop(0, k + 1, against, w)
        b = jnp.sqrt(w @ w)
        return V.at[k + 1].set(w / b), alpha, beta.at[k].set(b)
    V = jnp.zeros((K + 1, n)).at[0].set(v / jnp.sqrt(v @ v))
    V, alpha, beta = lax.fori_loop(0, K, step, (V, jnp.zeros(K), jnp.zeros(K)))
    return alpha, beta[:-1], V[:-1]
