from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=(1, 2))
def impulses(y, lags, horizon):
    """Responses by a window over the last that were found."""
    n, k = y.shape
    X = jnp.hstack([jnp.ones((n - lags, 1))] + [y[lags - j:n - j] for j in range(1, lags + 1)])
    Y = y[lags:]
    rows, width = X.shape
    gram = X.T @ X
    B = jnp.linalg.solve(gram, X.T @ Y)
    E = Y - X @ B
    square = E.T @ E
    sigma = square / (rows - width)
    errors = jnp.sqrt(jnp.outer(jnp.diag(jnp.linalg.inv(gram)), jnp.diag(sigma)))
    A = B[1:].reshape(lags, k, k).transpose(0, 2, 1)

    def on(window, _):
        new = jnp.einsum("jab,jbc->ac", A, window)
        return jnp.concatenate([new[None], window[:-1]]), window[0]

    _, psi = lax.scan(on, jnp.zeros((lags, k, k)).at[0].set(jnp.eye(k)), None, length=horizon)
    response = psi @ jnp.linalg.cholesky(sigma)
    gathered = jnp.cumsum(response**2, axis=0)
    logdet = jnp.linalg.slogdet(square / rows)[1]
    count = k * width
    criteria = jnp.stack([logdet + 2.0 * count / rows, logdet + count * jnp.log(rows) / rows])
    return B, errors, response, gathered / gathered.sum(axis=2, keepdims=True), criteria
