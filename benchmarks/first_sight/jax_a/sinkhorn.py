"""Entropic optimal transport between two point clouds: Sinkhorn's iteration in logarithms until the marginals agree."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.scipy.special import logsumexp


class Potentials(NamedTuple):
    f: jax.Array
    g: jax.Array
    error: jax.Array
    iterations: jax.Array


@jax.jit
def sinkhorn(x, y, a, b, eps=0.01, tol=1e-3):
    cost = jnp.sum(x**2, 1)[:, None] + jnp.sum(y**2, 1)[None, :] - 2.0 * x @ y.T
    log_a, log_b = jnp.log(a), jnp.log(b)

    def cond(s):
        return (s.error > tol) & (s.iterations < 100)

    def body(s):
        f = eps * (log_a - logsumexp((s.g[None, :] - cost) / eps, axis=1))
        g = eps * (log_b - logsumexp((f[:, None] - cost) / eps, axis=0))
        row = jnp.exp(logsumexp((f[:, None] + g[None, :] - cost) / eps, axis=1))
        return Potentials(f, g, jnp.sum(jnp.abs(row - a)), s.iterations + 1)

    start = Potentials(jnp.zeros_like(a), jnp.zeros_like(b), jnp.asarray(jnp.inf), jnp.asarray(0))
    out = jax.lax.while_loop(cond, body, start)
    plan = jnp.exp((out.f[:, None] + out.g[None, :] - cost) / eps)
    return jnp.sum(plan * cost), out.f, out.g, plan @ y / a[:, None]


def initialize(preset):
    n, m = {"S": (50, 60), "L": (600, 500)}[preset]
    rng = np.random.default_rng(9)
    x, y = rng.uniform(size=(n, 2)), 0.8 * rng.uniform(size=(m, 2)) + 0.1
    a, b = rng.uniform(0.5, 1.5, n), rng.uniform(0.5, 1.5, m)
    return tuple(jnp.asarray(v, jnp.float32) for v in (x, y, a / a.sum(), b / b.sum()))
