import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def power_flow(Y, power, V, tol):
    n = len(V)

    def place(i, state):
        V, change = state
        new = (jnp.conj(power[i] / V[i]) - Y[i] @ V) / Y[i, i] + V[i]
        return V.at[i].set(new), jnp.maximum(change, jnp.abs(new - V[i]))

    def sweep(state):
        V, _, sweeps = state
        V, change = lax.fori_loop(1, n, place, (V, 0.0))
        return V, change, sweeps + 1

    V, _, sweeps = lax.while_loop(lambda s: s[1] > tol, sweep, (V, 1.0, 0))
    given = V * jnp.conj(Y @ V)
    return given[0], jnp.sum(given).real, sweeps, V
