from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=2)
def hazards(X, observed, rounds):
    p = X.shape[1]

    def step(beta, _):
        risk = jnp.exp(X @ beta)
        s0 = jnp.cumsum(risk[::-1])[::-1]
        mean = jnp.cumsum((risk[:, None] * X)[::-1], axis=0)[::-1] / s0[:, None]
        # every row stands in the sums of all observed ones before it
        share = jnp.cumsum(jnp.where(observed, 1.0 / s0, 0.0))
        hessian = (X * (risk * share)[:, None]).T @ X - (mean * observed[:, None]).T @ mean
        gradient = jnp.sum(jnp.where(observed[:, None], X - mean, 0.0), axis=0)
        likelihood = jnp.sum(jnp.where(observed, jnp.log(risk / s0), 0.0))
        return beta + jnp.linalg.solve(hessian, gradient), (likelihood, hessian)
    beta, (likelihood, hessian) = lax.scan(step, jnp.zeros(p), None, length=rounds)
    return beta, likelihood[-1], jnp.linalg.inv(hessian[-1])
