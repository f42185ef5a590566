from functools import partial

import jax
import jax.numpy as jnp
from jax.scipy.linalg import solve_triangular


@partial(jax.jit, static_argnums=1)
def invert(L, b):
    n = len(L)
    for k in range(0, n, b):
        e = min(k + b, n)
        corner = solve_triangular(L[k:e, k:e], jnp.eye(e - k), lower=True)
        L = L.at[k:e, k:e].set(corner)
        L = L.at[k:e, :k].set(-corner @ (L[k:e, :k] @ L[:k, :k]))
    return L
