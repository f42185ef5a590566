from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnames="T")
def sorline(u, f, T, omega=1.3, tol=1e-8):
    n = u.shape[0]

    def sweep(state):
        u, _, sweeps = state

        def line(i, inner):
            u, change = inner
            row = 0.25 * (u[i - 1, 1:-1] + u[i + 1, 1:-1] + u[i, :-2] + u[i, 2:] + f[i, 1:-1])
            delta = omega * (row - u[i, 1:-1])
            return u.at[i, 1:-1].add(delta), jnp.maximum(change, jnp.max(jnp.abs(delta)))
        u, change = lax.fori_loop(1, n - 1, line, (u, 0.0))
        return u, change, sweeps + 1
    u, change, sweeps = lax.while_loop(lambda s: (s[1] > tol) & (s[2] < T), sweep, (u, 1.0, 0))
    return change, sweeps, u
