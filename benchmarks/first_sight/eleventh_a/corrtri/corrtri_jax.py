import jax
import jax.numpy as jnp


@jax.jit
def corrtri(X):
    n, m = X.shape
    X = X - jnp.mean(X, axis=0)
    cov = X.T @ X / (n - 1.0)
    sigma = jnp.sqrt(jnp.diag(cov))
    sigma = jnp.where(sigma <= 0.1, 1.0, sigma)
    at = jnp.arange(m)
    return cov, (cov / jnp.outer(sigma, sigma)).at[at, at].set(1.0)
