from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def fourth_root(S, ridge=1e-3):
    w, V = jnp.linalg.eigh(S)
    return (V * (jnp.maximum(w, 0.0) + ridge) ** -0.25) @ V.T


@partial(jax.jit, static_argnums=2)
def shampoost(X, Y, steps, rate=0.1, keep=0.95, drag=0.9, every=4):
    n, rows = X.shape
    columns = Y.shape[1]

    def step(state, t):
        W, M, L, R, PL, PR = state
        E = X @ W - Y
        G = X.T @ E / n
        L, R = keep * L + G @ G.T, keep * R + G.T @ G
        PL, PR = lax.cond(t % every == 0, lambda: (fourth_root(L), fourth_root(R)), lambda: (PL, PR))
        M = drag * M + (1.0 - drag) * (PL @ G @ PR)
        return (W - rate * M, M, L, R, PL, PR), 0.5 * jnp.mean(jnp.sum(E * E, axis=1))

    zero = jnp.zeros((rows, columns))
    start = (zero, zero, jnp.zeros((rows, rows)), jnp.zeros((columns, columns)), jnp.eye(rows), jnp.eye(columns))
    state, losses = lax.scan(step, start, jnp.arange(steps))
    return state[0], losses
