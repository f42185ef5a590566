"""A linear Kalman filter and its Rauch-Tung-Striebel smoother over a series, with the log likelihood of the observations."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)


class Model(NamedTuple):
    transition: jax.Array
    observation: jax.Array
    process: jax.Array
    noise: jax.Array


class Belief(NamedTuple):
    mean: jax.Array
    cov: jax.Array


def update(model, belief, y):
    resid = y - model.observation @ belief.mean
    s = model.observation @ belief.cov @ model.observation.T + model.noise
    gain = jnp.linalg.solve(s, model.observation @ belief.cov).T
    _, logdet = jnp.linalg.slogdet(2.0 * jnp.pi * s)
    loglik = -0.5 * (resid @ jnp.linalg.solve(s, resid) + logdet)
    cov = belief.cov - gain @ model.observation @ belief.cov
    return Belief(belief.mean + gain @ resid, 0.5 * (cov + cov.T)), loglik


def predict(model, belief):
    return Belief(model.transition @ belief.mean, model.transition @ belief.cov @ model.transition.T + model.process)


def smooth_step(model, later, filtered):
    predicted = predict(model, filtered)
    gain = jnp.linalg.solve(predicted.cov, model.transition @ filtered.cov).T
    mean = filtered.mean + gain @ (later.mean - predicted.mean)
    cov = filtered.cov + gain @ (later.cov - predicted.cov) @ gain.T
    return Belief(mean, cov)


@jax.jit
def kalman(model, prior, ys):
    def forward(belief, y):
        filtered, loglik = update(model, belief, y)
        return predict(model, filtered), (filtered, loglik)

    def backward(later, filtered):
        smoothed = smooth_step(model, later, filtered)
        return smoothed, smoothed

    _, (filtered, logliks) = jax.lax.scan(forward, prior, ys)
    last = jax.tree.map(lambda a: a[-1], filtered)
    _, smoothed = jax.lax.scan(backward, last, jax.tree.map(lambda a: a[:-1], filtered), reverse=True)
    return logliks.sum(), smoothed.mean, jnp.diagonal(smoothed.cov, axis1=1, axis2=2)


def initialize(preset):
    n, m, steps = {"S": (4, 2, 80), "L": (12, 4, 3000)}[preset]
    rng = np.random.default_rng(11)
    a = rng.normal(size=(n, n))
    a *= 0.95 / np.max(np.abs(np.linalg.eigvals(a)))
    model = Model(a, rng.normal(size=(m, n)), 0.1 * np.eye(n), 0.3 * np.eye(m))
    return model, Belief(np.zeros(n), np.eye(n)), rng.normal(size=(steps, m))
