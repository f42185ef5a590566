from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=2)
def larsway(X, y, steps):
    p = X.shape[1]
    gram = X.T @ X

    def step(state, _):
        beta, residual, inside = state
        c = X.T @ residual
        new = jnp.argmax(jnp.where(inside, -1.0, jnp.abs(c)))
        inside = inside.at[new].set(True)
        C, signs = jnp.abs(c[new]), jnp.where(inside, jnp.sign(c), 0.0)
        g = jnp.linalg.solve(jnp.where(inside[:, None] & inside, gram, jnp.eye(p)), signs)
        A = 1.0 / jnp.sqrt(g @ signs)
        w = A * g
        u = X @ w
        a = X.T @ u

        def least(top, low):
            value = top / jnp.where(inside, 1.0, low)
            return jnp.min(jnp.where(inside | (value <= 1e-12), jnp.inf, value))

        gamma = jnp.minimum(C / A, jnp.minimum(least(C - c, A - a), least(C + c, A + a)))
        beta, residual = beta + gamma * w, residual - gamma * u
        return (beta, residual, inside), (beta, new, residual @ residual)

    start = (jnp.zeros(p), y, jnp.zeros(p, bool))
    _, (path, active, unexplained) = lax.scan(step, start, None, length=min(steps, p))
    return jnp.vstack((jnp.zeros(p), path)), active, jnp.concatenate(((y @ y)[None], unexplained))
