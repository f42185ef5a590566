from functools import partial

import jax
import jax.numpy as jnp
from jax.scipy.linalg import solve_triangular


@partial(jax.jit, static_argnums=1)
def factor(A, b):
    for e in range(len(A), 0, -b):
        s = max(e - b, 0)
        corner = jnp.linalg.cholesky(A[s:e, s:e][::-1, ::-1])[::-1, ::-1]
        above = solve_triangular(corner, A[:s, s:e].T, lower=False).T
        A = A.at[s:e, s:e].set(corner).at[:s, s:e].set(above)
        A = A.at[:s, :s].add(-above @ above.T)
    return jnp.triu(A)
