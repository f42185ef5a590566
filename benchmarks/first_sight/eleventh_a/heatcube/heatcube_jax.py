from functools import partial

import jax
from jax import lax


def half_step(A, B, kappa):
    k = kappa[1:-1, None, None]
    c = A[1:-1, 1:-1, 1:-1]
    return B.at[1:-1, 1:-1, 1:-1].set(k * (A[2:, 1:-1, 1:-1] - 2.0 * c + A[:-2, 1:-1, 1:-1])
                                      + k * (A[1:-1, 2:, 1:-1] - 2.0 * c + A[1:-1, :-2, 1:-1])
                                      + 0.125 * (A[1:-1, 1:-1, 2:] - 2.0 * c + A[1:-1, 1:-1, :-2]) + c)


@partial(jax.jit, static_argnames="T")
def heatcube(A, B, kappa, T):
    def step(t, state):
        A, B = state
        B = half_step(A, B, kappa)
        return half_step(B, A, kappa), B
    return lax.fori_loop(0, T, step, (A, B))
