from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=2)
def jacobi27(u, weights, T):
    N = u.shape[0]

    def step(t, u):
        new = jnp.zeros((N - 2, N - 2, N - 2))
        for i in range(3):
            for j in range(3):
                for k in range(3):
                    new += weights[abs(i - 1) + abs(j - 1) + abs(k - 1)] * u[i:i + N - 2, j:j + N - 2, k:k + N - 2]
        return u.at[1:-1, 1:-1, 1:-1].set(new)
    return lax.fori_loop(0, T, step, u)
