from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


@partial(jax.jit, static_argnums=1)
def onesided(U, sweeps, tiny=1e-14):
    n = U.shape[1]
    pairs = jnp.asarray(np.tile(np.stack(np.triu_indices(n, 1), axis=1), (sweeps, 1)))

    def turned(M, p, q, c, s):
        a, b = M[p], M[q]
        return M.at[p].set(c * a - s * b).at[q].set(s * a + c * b)

    def step(state, pair):
        W, V = state
        p, q = pair
        alpha, beta, gamma = W[p] @ W[p], W[q] @ W[q], W[p] @ W[q]
        big = jnp.abs(gamma) > tiny * jnp.sqrt(alpha * beta)
        zeta = (beta - alpha) / (2.0 * jnp.where(big, gamma, 1.0))
        t = jnp.where(big, jnp.sign(zeta) / (jnp.abs(zeta) + jnp.sqrt(1.0 + zeta**2)), 0.0)
        c = 1.0 / jnp.sqrt(1.0 + t**2)
        return (turned(W, p, q, c, c * t), turned(V, p, q, c, c * t)), None
    (W, V), _ = lax.scan(step, (U.T, jnp.eye(n)), pairs)
    sigma = jnp.sqrt(jnp.sum(W * W, axis=1))
    return sigma, V.T, (W / sigma[:, None]).T
