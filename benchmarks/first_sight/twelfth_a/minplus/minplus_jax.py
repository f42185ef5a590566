import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def minplus(D):
    def square(D):
        return lax.map(lambda row: jnp.min(row[:, None] + D, axis=0), D)

    def step(state):
        D, _, rounds = state
        E = square(D)
        return E, jnp.any(D != E), rounds + 1
    D, _, rounds = lax.while_loop(lambda s: s[1], step, (D, jnp.array(True), 0))
    return rounds, D
