import jax
import jax.numpy as jnp
from jax import lax


def rotation(a, b):
    r = jnp.hypot(a, b)
    some = jnp.where(r == 0.0, 1.0, r)
    c, s = jnp.where(r == 0.0, 1.0, a / some), jnp.where(r == 0.0, 0.0, b / some)
    return jnp.array([[c, s], [-s, c]])


def rows(M, G, i):
    part = lax.dynamic_slice_in_dim(M, i - 1, 2, 0)
    return lax.dynamic_update_slice_in_dim(M, G @ part, i - 1, 0)


def columns(M, G, i):
    part = lax.dynamic_slice_in_dim(M, i - 1, 2, 1)
    return lax.dynamic_update_slice_in_dim(M, part @ G, i - 1, 1)


@jax.jit
def qzhess(A, B):
    n = A.shape[0]
    place = jnp.arange(n)

    def reflect(k, state):
        A, B, Q = state
        x = jnp.where(place >= k, B[:, k], 0.0)
        size = jnp.linalg.norm(x)
        x = x.at[k].add(jnp.where(x[k] >= 0.0, size, -size))
        x = x / jnp.where(size == 0.0, 1.0, jnp.linalg.norm(x))
        B = B - 2.0 * jnp.outer(x, x @ B)
        B = B.at[:, k].set(jnp.where((place > k) & (size > 0.0), 0.0, B[:, k]))
        return A - 2.0 * jnp.outer(x, x @ A), B, Q - 2.0 * jnp.outer(Q @ x, x)

    def turn(j, state):
        def step(t, state):
            A, B, Q, Z = state
            i = n - 1 - t
            G = rotation(A[i - 1, j], A[i, j])
            A, B, Q = rows(A, G, i).at[i, j].set(0.0), rows(B, G, i), columns(Q, G.T, i)
            H = rotation(B[i, i], B[i, i - 1])
            return columns(A, H, i), columns(B, H, i).at[i, i - 1].set(0.0), Q, columns(Z, H, i)
        return lax.fori_loop(0, n - 2 - j, step, state)

    A, B, Q = lax.fori_loop(0, n - 1, reflect, (A, B, jnp.eye(n)))
    A, B, Q, Z = lax.fori_loop(0, n - 2, turn, (A, B, Q, jnp.eye(n)))
    return Q, Z, A, B
