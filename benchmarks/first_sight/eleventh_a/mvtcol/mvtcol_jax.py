from functools import partial

import jax
from jax import lax


@partial(jax.jit, static_argnames="T")
def mvtcol(A, x1, x2, T):
    def step(t, state):
        x1, x2 = state
        x1 = x1 + A @ x2
        return x1, x2 + x1 @ A
    return lax.fori_loop(0, T, step, (x1, x2))
