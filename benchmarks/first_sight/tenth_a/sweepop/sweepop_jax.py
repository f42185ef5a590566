from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnames="K")
def sweepop(X, K):
    Z = X - X.mean(axis=0)
    S = Z.T @ Z / (X.shape[0] - 1.0)

    def sweep(k, S):
        p = S[k, k]
        row, column = S[k] / p, S[:, k]
        S = S - jnp.outer(column, row)
        return S.at[k].set(row).at[:, k].set(column / p).at[k, k].set(-1.0 / p)
    return lax.fori_loop(0, K, sweep, S)
