from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnames="T")
def jacobipair(u, A, T):
    third, fifth = jnp.float32(1.0 / 3.0), jnp.float32(0.2)

    def line(u, v):
        return v.at[1:-1].set(third * (u[:-2] + u[1:-1] + u[2:]))

    def plane(A, B):
        return B.at[1:-1, 1:-1].set(fifth * (A[1:-1, 1:-1] + A[1:-1, :-2] + A[1:-1, 2:] + A[2:, 1:-1] + A[:-2, 1:-1]))

    def step(t, state):
        u, A, v, B = state
        v = line(u, v)
        A, B = A.at[0].set(v), B.at[0].set(v)
        B = plane(A, B)
        return line(v, u), plane(B, A), v, B
    return lax.fori_loop(0, T, step, (u, A, u, A))[:2]
