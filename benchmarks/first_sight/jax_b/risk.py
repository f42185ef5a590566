"""Losses of a portfolio by simulation: draws of many distributions, their densities and special functions, quantiles and tail means."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import random
from jax.scipy import special, stats


def frequencies(key, rate, n):
    k1, k2, k3 = random.split(key, 3)
    mixing = random.gamma(k1, 4.0, (n,)) / 4.0
    claims = random.poisson(k2, rate * mixing)
    return claims, random.bernoulli(k3, 0.3, (n,))


def severities(key, n, width):
    k = random.split(key, 6)
    body = jnp.exp(0.5 * random.normal(k[0], (n, width)) + random.laplace(k[1], (n, 1)) * 0.1)
    tail = random.pareto(k[2], 3.0, (n, width))
    share = random.beta(k[3], 2.0, 5.0, (n, width))
    shock = 1.0 + 0.1 * random.t(k[4], 5.0, (n, 1)) + 0.05 * random.gumbel(k[5], (n, 1))
    return (share * tail + (1 - share) * body) * jnp.maximum(shock, 0.1)


@partial(jax.jit, static_argnames=("n", "width"))
def risk(key, rate, shape, grid, n, width):
    k1, k2, k3, k4 = random.split(key, 4)
    claims, large = frequencies(k1, rate, n)
    severity = severities(k2, n, width)
    used = jnp.arange(width) < claims[:, None]
    loss = jnp.sum(jnp.where(used, severity, 0.0), axis=1) * jnp.where(large, 1.5, 1.0)
    weights = random.dirichlet(k3, jnp.ones(4) * shape)
    lines = random.choice(k4, 4, (n,), p=weights)
    by_line = jax.ops.segment_sum(loss, lines, 4)
    ordered = jnp.sort(loss)
    level = jnp.quantile(loss, jnp.array([0.5, 0.9, 0.99]))
    tail = jax.vmap(lambda q: jnp.sum(jnp.where(loss >= q, loss, 0.0)) / jnp.sum(loss >= q))(level)
    density = stats.gamma.logpdf(grid, shape) + stats.beta.logpdf(grid / (1 + grid), 2.0, shape) + stats.t.logpdf(grid, 5.0)
    mass = stats.poisson.logpmf(jnp.arange(8), rate) + stats.nbinom.logpmf(jnp.arange(8), 3.0, 0.4)
    curve = special.gammainc(shape, grid) + special.betainc(2.0, shape, grid / (1 + grid)) + special.erfc(grid) + special.digamma(grid)
    normal = stats.norm.ppf(jnp.linspace(0.01, 0.99, 9)) + special.i0e(grid[:9]) + special.xlogy(grid[:9], grid[:9])
    decline = jnp.mean(jnp.diff(ordered) > 0)
    return loss.mean(), level, tail, by_line, weights, density, mass, curve, normal, decline


def initialize(preset):
    n, width = {"S": (128, 8), "L": (8000, 12)}[preset]
    return random.key(10), np.float32(2.5), np.float32(1.7), np.linspace(0.05, 4.0, 24 if n < 1000 else 2000).astype(np.float32), n, width
