"""A mixture of Gaussians by expectation maximisation until the likelihood stands, with k-means++ like starts; then its scores."""

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, random
from jax.scipy.special import logsumexp
from jax.scipy.stats import multivariate_normal


class Mixture(NamedTuple):
    log_weight: jax.Array
    mean: jax.Array
    cov: jax.Array


def seeds(key, x, k):
    def pick(i, state):
        centers, nearest, key = state
        key, sub = random.split(key)
        j = random.categorical(sub, jnp.log(nearest + 1e-12))
        centers = centers.at[i].set(x[j])
        return centers, jnp.minimum(nearest, jnp.sum((x - x[j]) ** 2, -1)), key

    first = x[0]
    start = (jnp.zeros((k, x.shape[1]), x.dtype).at[0].set(first), jnp.sum((x - first) ** 2, -1), key)
    return lax.fori_loop(1, k, pick, start)[0]


def log_joint(mixture, x):
    return jax.vmap(lambda w, m, c: w + multivariate_normal.logpdf(x, m, c), out_axes=1)(*mixture)


def maximise(x, resp):
    total = resp.sum(0) + 1e-6
    mean = resp.T @ x / total[:, None]
    centred = x[:, None] - mean[None]
    cov = jnp.einsum("nk,nki,nkj->kij", resp, centred, centred) / total[:, None, None]
    return Mixture(jnp.log(total / total.sum()), mean, cov + 1e-3 * jnp.eye(x.shape[1]))


@partial(jax.jit, static_argnames="k")
def mixture_em(key, x, k, tol=1e-4):
    centers = seeds(key, x, k)
    hard = jax.nn.one_hot(jnp.argmin(((x[:, None] - centers) ** 2).sum(-1), 1), k)
    start = maximise(x, 0.9 * hard + 0.1 / k)

    def body(state):
        mixture, _, new, it = state
        joint = log_joint(mixture, x)
        norm = logsumexp(joint, axis=1, keepdims=True)
        return maximise(x, jnp.exp(joint - norm)), new, norm.mean(), it + 1

    def go_on(state):
        return (jnp.abs(state[2] - state[1]) > tol) & (state[3] < 25)

    mixture, _, likelihood, it = lax.while_loop(go_on, body, (start, -jnp.inf, jnp.finfo(x.dtype).min, 0))
    order = jnp.lexsort((mixture.mean[:, 1], jnp.round(mixture.mean[:, 0])))
    label = jnp.argmax(log_joint(mixture, x)[:, order], axis=1)
    return jax.tree.map(lambda a: a[order], mixture), likelihood, it, jnp.bincount(label, length=k)


def initialize(preset):
    n, k = {"S": (120, 3), "L": (20000, 5)}[preset]
    rng = np.random.default_rng(20)
    centers = 4 * rng.normal(size=(k, 2))
    return random.key(5), (centers[rng.integers(0, k, n)] + rng.normal(size=(n, 2))).astype(np.float32), k
