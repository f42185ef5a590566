"""Stochastic volatility by a particle filter: systematic resampling where the effective sample size is low, genealogies traced back."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, random
from jax.scipy.special import logsumexp
from jax.scipy.stats import norm


def systematic(key, weights):
    n = weights.shape[0]
    points = (jnp.arange(n) + random.uniform(key)) / n
    return jnp.searchsorted(jnp.cumsum(weights), points).clip(0, n - 1)


@partial(jax.jit, static_argnames=("n",))
def particle_filter(key, ys, theta, n):
    mu, phi, sigma = theta
    key, sub = random.split(key)
    x0 = mu + sigma / jnp.sqrt(1 - phi**2) * random.normal(sub, (n,))

    def step(state, inputs):
        x, logw = state
        key, y = inputs
        k1, k2 = random.split(key)
        w = jnp.exp(logw - logsumexp(logw))
        ess = 1.0 / jnp.sum(w**2)
        parents, logw = lax.cond(ess < 0.5 * n, lambda: (systematic(k1, w).astype(jnp.int32), jnp.full(n, -jnp.log(n))),
                                 lambda: (jnp.arange(n, dtype=jnp.int32), jnp.log(w)))
        x = mu + phi * (x[parents] - mu) + sigma * random.normal(k2, (n,))
        incremental = norm.logpdf(y, 0.0, jnp.exp(x / 2))
        new = logw + incremental
        likelihood = logsumexp(new)
        return (x, new - likelihood), (x, parents, likelihood, ess)

    start = (x0, jnp.full(n, -jnp.log(n)))
    (x, logw), (xs, parents, likelihoods, ess) = lax.scan(step, start, (random.split(key, len(ys)), ys))
    last = jnp.argmax(logw)
    _, path = lax.scan(lambda k, level: (level[1][k], level[0][k]), last, (xs, parents), reverse=True)
    quantiles = jnp.interp(jnp.array([0.05, 0.5, 0.95]), jnp.cumsum(jnp.exp(logw)[jnp.argsort(x)]), jnp.sort(x))
    return likelihoods.sum(), path, ess, quantiles


def initialize(preset):
    n, steps = {"S": (64, 24), "L": (1024, 120)}[preset]
    rng = np.random.default_rng(17)
    return random.PRNGKey(4), rng.normal(size=steps).astype(np.float32), (np.float32(-0.5), np.float32(0.95), np.float32(0.3)), n
