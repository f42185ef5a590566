import jax
import jax.numpy as jnp
from jax import lax


def reflector(x, k):
    """Of what lies at k and behind in x."""
    behind = jnp.arange(x.size) > k
    tail = jnp.where(behind, x, 0.0)
    sigma = tail @ tail
    zero = sigma == 0.0
    beta = -jnp.copysign(jnp.sqrt(x[k] ** 2 + sigma), x[k])
    v = jnp.where(zero, tail, tail / jnp.where(zero, 1.0, x[k] - beta)).at[k].set(1.0)
    return v, jnp.where(zero, 0.0, (beta - x[k]) / jnp.where(zero, 1.0, beta)), jnp.where(zero, x[k], beta)


@jax.jit
def gebd2(A, d, e, tauq, taup):
    m, n = A.shape
    rows, columns = jnp.arange(m), jnp.arange(n)

    def left(k, A, d, tauq):
        v, tau, beta = reflector(A[:, k], k)
        A = A - tau * jnp.outer(v, jnp.where(columns > k, v @ A, 0.0))
        column = jnp.where(rows > k, v, A[:, k]).at[k].set(beta)
        return A.at[:, k].set(column), d.at[k].set(beta), tauq.at[k].set(tau)

    def step(k, state):
        A, d, e, tauq, taup = state
        A, d, tauq = left(k, A, d, tauq)
        w, tau, beta = reflector(A[k], k + 1)
        A = A - tau * jnp.outer(jnp.where(rows > k, A @ w, 0.0), w)
        row = jnp.where(columns > k + 1, w, A[k]).at[k + 1].set(beta)
        return A.at[k].set(row), d, e.at[k].set(beta), tauq, taup.at[k].set(tau)

    A, d, e, tauq, taup = lax.fori_loop(0, n - 1, step, (A, d, e, tauq, taup))
    A, d, tauq = left(n - 1, A, d, tauq)
    return A, d, e, tauq, taup
