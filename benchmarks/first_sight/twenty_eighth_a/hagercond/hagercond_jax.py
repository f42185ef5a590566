import jax
import jax.numpy as jnp
from jax import lax
from jax.scipy.linalg import solve_triangular


def factor(A):
    place = jnp.arange(A.shape[0])

    def column(k, A):
        below = place > k
        w = jnp.where(below, A[:, k] / A[k, k], 0.0)
        A = A - w[:, None] * jnp.where(below, A[k], 0.0)
        return A.at[:, k].set(jnp.where(below, w, A[:, k]))

    return lax.fori_loop(0, A.shape[0] - 1, column, A)


def solve(LU, b):
    return solve_triangular(LU, solve_triangular(LU, b, lower=True, unit_diagonal=True))


def solve_transposed(LU, b):
    return solve_triangular(LU, solve_triangular(LU, b, trans=1), trans=1, lower=True, unit_diagonal=True)


@jax.jit
def hagercond(A, most=5):
    n = A.shape[0]
    norm = jnp.max(jnp.sum(jnp.abs(A), axis=0))
    LU = factor(A)

    def turn(state):
        x, estimate, turns, _ = state
        y = solve(LU, x)
        size = jnp.sum(jnp.abs(y))
        z = solve_transposed(LU, jnp.where(y >= 0.0, 1.0, -1.0))
        j = jnp.argmax(jnp.abs(z))
        on = (size > estimate) & (jnp.abs(z[j]) > z @ x)
        return jnp.zeros(n).at[j].set(1.0), jnp.maximum(size, estimate), turns + 1, on

    _, estimate, turns, _ = lax.while_loop(lambda s: s[3] & (s[2] < most), turn, (jnp.full(n, 1.0 / n), 0.0, 0, True))
    ramp = (1.0 + jnp.arange(n) / (n - 1.0)) * (1.0 - 2.0 * (jnp.arange(n) % 2))
    other = 2.0 * jnp.sum(jnp.abs(solve(LU, ramp))) / (3.0 * n)
    return norm * jnp.maximum(estimate, other), norm, turns, LU
