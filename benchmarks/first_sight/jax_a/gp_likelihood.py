"""Marginal likelihood of a Gaussian process with one length scale per dimension, its gradient, and predictions at new points."""

import jax
import jax.numpy as jnp
import jax.scipy.linalg as jsl
import numpy as np

jax.config.update("jax_enable_x64", True)


def matern32(x1, x2, theta):
    d = (x1[:, None, :] - x2[None, :, :]) / jnp.exp(theta["log_scale"])
    r = jnp.sqrt(jnp.sum(d**2, -1) + 1e-12)
    return jnp.exp(2 * theta["log_amp"]) * (1 + jnp.sqrt(3.0) * r) * jnp.exp(-jnp.sqrt(3.0) * r)


def nll(theta, x, y):
    k = matern32(x, x, theta) + jnp.exp(2 * theta["log_noise"]) * jnp.eye(len(x))
    chol = jsl.cholesky(k, lower=True)
    alpha = jsl.cho_solve((chol, True), y)
    return 0.5 * y @ alpha + jnp.sum(jnp.log(jnp.diag(chol))) + 0.5 * len(x) * jnp.log(2 * jnp.pi)


def predict(theta, x, y, xs):
    k = matern32(x, x, theta) + jnp.exp(2 * theta["log_noise"]) * jnp.eye(len(x))
    ks = matern32(x, xs, theta)
    chol = jnp.linalg.cholesky(k)
    v = jsl.solve_triangular(chol, ks, lower=True)
    return ks.T @ jsl.cho_solve((chol, True), y), jnp.exp(2 * theta["log_amp"]) - jnp.sum(v**2, axis=0)


@jax.jit
def gp_likelihood(theta, x, y, xs):
    def step(theta, _):
        value, g = jax.value_and_grad(nll)(theta, x, y)
        return jax.tree.map(lambda p, q: p - 1e-3 * q, theta, g), value

    theta, values = jax.lax.scan(step, theta, None, length=3)
    return values, theta, predict(theta, x, y, xs)


def initialize(preset):
    n, d, m = {"S": (50, 3, 40), "L": (420, 4, 300)}[preset]
    rng = np.random.default_rng(6)
    x = rng.uniform(size=(n, d))
    y = np.sin(4 * x[:, 0]) + x[:, 1] ** 2 + 0.1 * rng.normal(size=n)
    theta = {"log_amp": np.float64(0.0), "log_noise": np.float64(-2.0), "log_scale": np.full(d, -0.5)}
    return theta, x, y, rng.uniform(size=(m, d))
