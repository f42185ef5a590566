from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=3)
def decompose(T, B, C, sweeps, tol):
    total = jnp.sum(T**2)

    def normalised(M):
        length = jnp.sqrt(jnp.sum(M**2, axis=0))
        return M / length, length

    def step(state):
        k, _, B, C, _, fit = state
        P = jnp.einsum("ijk,kr->ijr", T, C)
        A = normalised(jnp.linalg.solve((B.T @ B) * (C.T @ C), jnp.einsum("ijr,jr->ri", P, B)).T)[0]
        B = normalised(jnp.linalg.solve((A.T @ A) * (C.T @ C), jnp.einsum("ijr,ir->rj", P, A)).T)[0]
        gram = (A.T @ A) * (B.T @ B)
        right = jnp.einsum("jkr,jr->kr", jnp.einsum("ijk,ir->jkr", T, A), B)
        C = jnp.linalg.solve(gram, right.T).T
        gap = total - 2.0 * jnp.sum(C * right) + jnp.sum(gram * (C.T @ C))
        return k + 1, A, B, C, fit, 1.0 - jnp.sqrt(jnp.maximum(gap, 0.0) / total)

    def going(state):
        return (state[0] < sweeps) & ((state[0] == 0) | (jnp.abs(state[5] - state[4]) >= tol))

    A = jnp.zeros((T.shape[0], B.shape[1]))
    k, A, B, C, _, fit = lax.while_loop(going, step, (0, A, B, C, 0.0, 0.0))
    C, weight = normalised(C)
    return A, B, C, weight, fit, k - 1
