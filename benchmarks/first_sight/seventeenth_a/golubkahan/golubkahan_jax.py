import jax
import jax.numpy as jnp
from jax import lax


def reflector(x, k):
    """Of a vector that is zero before place k: (tau, value, v)."""
    places = jnp.arange(x.size)
    tail = jnp.sum(jnp.where(places > k, x * x, 0.0))
    value = jnp.where(tail == 0.0, x[k], -jnp.copysign(jnp.sqrt(x[k] ** 2 + tail), x[k]))
    tau = jnp.where(tail == 0.0, 0.0, (value - x[k]) / value)
    v = jnp.where(places > k, x / jnp.where(tail == 0.0, 1.0, x[k] - value), jnp.where(places == k, 1.0, 0.0))
    return tau, value, v


@jax.jit
def bidiagonalise(A):
    m, n = A.shape
    rows, columns = jnp.arange(m), jnp.arange(n)

    def step(k, state):
        A, d, e, tauq, taup = state
        tau, value, v = reflector(jnp.where(rows >= k, A[:, k], 0.0), k)
        w = jnp.where(columns > k, tau * (v @ A), 0.0)
        A = (A - jnp.outer(v, w)).at[:, k].set(jnp.where(rows > k, v, jnp.where(rows == k, value, A[:, k])))
        d, tauq = d.at[k].set(value), tauq.at[k].set(tau)
        tau, value, v = reflector(jnp.where(columns > k, A[k], 0.0), k + 1)
        w = jnp.where(rows > k, tau * (A @ v), 0.0)
        after = (A - jnp.outer(w, v)).at[k].set(jnp.where(columns > k + 1, v, jnp.where(columns == k + 1, value, A[k])))
        return jnp.where(k < n - 1, after, A), d, e.at[k].set(value), tauq, taup.at[k].set(tau)
    zeros = jnp.zeros(n)
    A, d, e, tauq, taup = lax.fori_loop(0, n, step, (A, zeros, zeros, zeros, zeros))
    return d, e[:-1], tauq, taup[:-1], A
