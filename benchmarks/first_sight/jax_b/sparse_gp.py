"""A sparse Gaussian process: Titsias' bound by two Cholesky factors, its gradient by kernel and inducing points, predictions."""

import jax
import jax.numpy as jnp
import numpy as np
from jax.scipy.linalg import cho_solve, solve_triangular

jax.config.update("jax_enable_x64", True)


def matern52(a, b, log_scale, log_amp):
    diff = (a[:, None] - b[None]) / jnp.exp(log_scale)
    r2 = jnp.sum(diff**2, -1)
    r = jnp.sqrt(5.0 * jnp.maximum(r2, 1e-24))
    return jnp.exp(2 * log_amp) * (1 + r + r**2 / 3) * jnp.exp(-r)


def factors(hyper, z, x):
    m = z.shape[0]
    noise = jnp.exp(hyper["log_noise"])
    kuu = matern52(z, z, hyper["log_scale"], hyper["log_amp"]) + 1e-6 * jnp.eye(m)
    luu = jnp.linalg.cholesky(kuu)
    a = solve_triangular(luu, matern52(z, x, hyper["log_scale"], hyper["log_amp"]), lower=True) / noise
    lb = jnp.linalg.cholesky(jnp.eye(m) + a @ a.T)
    return noise, luu, a, lb


def negative_bound(hyper, z, x, y):
    n = y.shape[0]
    noise, _, a, lb = factors(hyper, z, x)
    c = solve_triangular(lb, a @ y, lower=True) / noise
    logdet = 2 * jnp.sum(jnp.log(jnp.diag(lb))) + 2 * n * hyper["log_noise"]
    trace = n * jnp.exp(2 * hyper["log_amp"]) / noise**2 - jnp.sum(a * a)
    return 0.5 * (n * jnp.log(2 * jnp.pi) + logdet + jnp.vdot(y, y) / noise**2 - jnp.vdot(c, c) + trace)


@jax.jit
def sparse_gp(hyper, z, x, y, test):
    value, (gh, gz) = jax.value_and_grad(negative_bound, argnums=(0, 1))(hyper, z, x, y)
    noise, luu, a, lb = factors(hyper, z, x)
    ks = matern52(z, test, hyper["log_scale"], hyper["log_amp"])
    alpha = solve_triangular(luu, cho_solve((lb, True), a @ y / noise), lower=True, trans=1)
    t1, t2 = solve_triangular(luu, ks, lower=True), solve_triangular(lb, solve_triangular(luu, ks, lower=True), lower=True)
    variance = jnp.exp(2 * hyper["log_amp"]) - jnp.sum(t1**2, 0) + jnp.sum(t2**2, 0)
    flat = jnp.stack([hyper["log_amp"], hyper["log_noise"]])
    h = jax.hessian(lambda v: negative_bound({**hyper, "log_amp": v[0], "log_noise": v[1]}, z, x, y))(flat)
    return value, gh, gz, ks.T @ alpha, variance, flat - jnp.linalg.solve(h + 10 * jnp.eye(2), jnp.stack([gh["log_amp"], gh["log_noise"]]))


def initialize(preset):
    n, m, d, tests = {"S": (80, 10, 2, 12), "L": (800, 60, 3, 200)}[preset]
    rng = np.random.default_rng(18)
    x = rng.uniform(-2, 2, (n, d))
    y = np.sin(2 * x[:, 0]) * np.cos(x[:, 1]) + 0.1 * rng.normal(size=n)
    hyper = {"log_scale": np.zeros(d), "log_amp": np.array(0.1), "log_noise": np.array(-1.5)}
    return hyper, x[rng.permutation(n)[:m]].copy(), x, y, rng.uniform(-2, 2, (tests, d))
