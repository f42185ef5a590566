from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames=("k", "powers"))
def randsvd(A, omega, k, powers=2):
    Q = jnp.linalg.qr(A @ omega)[0]
    for _ in range(powers):
        Q = jnp.linalg.qr(A @ jnp.linalg.qr(A.T @ Q)[0])[0]
    u, s, vt = jnp.linalg.svd(Q.T @ A, full_matrices=False)
    u = Q @ u[:, :k]
    sign = jnp.sign(jnp.take_along_axis(u, jnp.argmax(jnp.abs(u), axis=0)[None], axis=0))[0]
    u, s, vt = u * sign, s[:k], vt[:k] * sign[:, None]
    return u, s, vt, jnp.linalg.norm(A - (u * s) @ vt) / jnp.linalg.norm(A)
