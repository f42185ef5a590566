from functools import partial

import jax
import jax.numpy as jnp
from jax import lax
from jax.scipy.linalg import solve_triangular


def squares(A, B, scales):
    d = (A.T[:, :, None] - B.T[:, None, :]) / scales[:, None, None]
    return d * d


def evidence(X, y, theta):
    n, dims = X.shape
    scales, height, noise = jnp.exp(theta[:dims]), jnp.exp(2.0 * theta[dims]), jnp.exp(2.0 * theta[dims + 1])
    D = squares(X, X, scales)
    K = height * jnp.exp(-0.5 * D.sum(axis=0))
    L = jnp.linalg.cholesky(K + noise * jnp.eye(n))
    half = solve_triangular(L, jnp.eye(n), lower=True)
    inverse = half.T @ half
    alpha = inverse @ y
    value = -0.5 * jnp.dot(y, alpha) - jnp.sum(jnp.log(jnp.diag(L))) - 0.5 * n * jnp.log(2.0 * jnp.pi)
    G = 0.5 * (jnp.outer(alpha, alpha) - inverse)
    GK = G * K
    gradient = jnp.concatenate([jnp.sum(GK * D, axis=(1, 2)), jnp.stack([2.0 * jnp.sum(GK), 2.0 * noise * jnp.trace(G)])])
    return value, gradient, inverse, alpha


@partial(jax.jit, static_argnums=4)
def regress(X, y, tests, theta, steps, rate=0.02):
    dims = X.shape[1]

    def climb(state, _):
        theta, speed, before = state
        value, gradient, _, _ = evidence(X, y, theta)
        same = gradient * before
        speed = jnp.where(same > 0.0, jnp.minimum(1.2 * speed, 0.5), jnp.where(same < 0.0, 0.5 * speed, speed))
        before = jnp.where(same < 0.0, 0.0, gradient)
        return (theta + speed * jnp.sign(before), speed, before), value
    (theta, _, _), values = lax.scan(climb, (theta, jnp.full(theta.size, rate), jnp.zeros(theta.size)), None, length=steps)
    _, _, inverse, alpha = evidence(X, y, theta)
    height = jnp.exp(2.0 * theta[dims])
    cross = height * jnp.exp(-0.5 * squares(tests, X, jnp.exp(theta[:dims])).sum(axis=0))
    return theta, values, cross @ alpha, height - jnp.sum((cross @ inverse) * cross, axis=1)
