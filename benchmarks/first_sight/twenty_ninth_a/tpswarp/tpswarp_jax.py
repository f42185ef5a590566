import jax
import jax.numpy as jnp
from jax import lax


def bend(squares):
    return jnp.where(squares > 0.0, 0.5 * squares * jnp.log(jnp.where(squares > 0.0, squares, 1.0)), 0.0)


@jax.jit
def tpswarp(source, target, side, stiff=1e-3):
    n = len(source)
    K = bend(jnp.sum((source[:, None] - source) ** 2, axis=2))
    P = jnp.hstack((jnp.ones((n, 1)), source))
    A = jnp.block([[K + stiff * jnp.eye(n), P], [P.T, jnp.zeros((3, 3))]])
    weights = jnp.linalg.solve(A, jnp.vstack((target, jnp.zeros((3, 2)))))
    w, affine = weights[:n], weights[n:]

    def row(x):
        u = bend((x - source[:, 0]) ** 2 + (side[:, None] - source[:, 1]) ** 2)
        return affine[0] + x * affine[1] + side[:, None] * affine[2] + u @ w

    return lax.map(row, side), affine, jnp.trace(w.T @ K @ w)
