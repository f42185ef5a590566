from functools import partial

import jax
import jax.numpy as jnp
from jax import lax
from jax.scipy.linalg import solve_triangular


@partial(jax.jit, static_argnums=1)
def lublock(A, width):
    n = A.shape[0]
    for k in range(0, n, width):
        e = min(k + width, n)
        panel = A[k:, k:e]
        at, lane = jnp.arange(n - k), jnp.arange(e - k)

        def column(j, panel):
            f = jnp.where(at > j, panel[:, j] / panel[j, j], 0.0)
            panel = panel - f[:, None] * jnp.where(lane > j, panel[j], 0.0)
            return panel.at[:, j].set(jnp.where(at > j, f, panel[:, j]))

        panel = lax.fori_loop(0, e - k, column, panel)
        A = A.at[k:, k:e].set(panel)
        if e < n:
            A = A.at[k:e, e:].set(solve_triangular(panel[:e - k], A[k:e, e:], lower=True, unit_diagonal=True))
            A = A.at[e:, e:].add(-A[e:, k:e] @ A[k:e, e:])
    return A
