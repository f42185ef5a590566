import jax
import jax.numpy as jnp
from jax import lax


def exponential(A, q=6):
    one = jnp.eye(A.shape[0])
    norm = jnp.max(jnp.sum(jnp.abs(A), axis=1))
    norm, s = lax.while_loop(lambda p: p[0] > 0.5, lambda p: (p[0] * 0.5, p[1] + 1), (norm, 0))
    A = A / 2.0**s
    X, c = A, 0.5
    even, odd = one, c * A
    for k in range(2, q + 1):
        c = c * (q - k + 1) / (k * (2 * q - k + 1))
        X = A @ X
        if k % 2 == 0:
            even = even + c * X
        else:
            odd = odd + c * X
    F = jnp.linalg.solve(even - odd, even + odd)
    return lax.fori_loop(0, s, lambda _, F: F @ F, F)


@jax.jit
def evolve(A, start, times):
    def one(t):
        F = exponential(A * t)
        return F @ start, jnp.sqrt(jnp.sum(F * F))
    return lax.map(one, times)
