"""A truncated Newton method: Hessian-vector products by jvp of grad inside CG, a line search, then sensitivities of the fit."""

import jax
import jax.numpy as jnp
import numpy as np
from jax.flatten_util import ravel_pytree

jax.config.update("jax_enable_x64", True)


def model(params, t):
    return params["amp"] * jnp.exp(-t[:, None] * jnp.exp(params["log_rate"])) @ params["mix"] + params["offset"]


def objective(flat, unravel, t, y, ridge):
    r = model(unravel(flat), t) - y
    return jnp.sum(jnp.sqrt(1.0 + r**2) - 1.0) + 0.5 * ridge * jnp.vdot(flat, flat)


@jax.jit
def newton_cg(params, t, y, ridge=1e-2):
    flat, unravel = ravel_pytree(params)
    f = lambda x: objective(x, unravel, t, y, ridge)

    def hvp(x, v):
        return jax.jvp(jax.grad(f), (x,), (v,))[1]

    def line_search(x, p, g, value):
        slope = jnp.vdot(g, p)
        wrong = lambda a: (f(x + a * p) > value + 1e-4 * a * slope) & (a > 1e-6)
        return jax.lax.while_loop(wrong, lambda a: 0.5 * a, jnp.ones(()))

    def step(x, _):
        value, g = jax.value_and_grad(f)(x)
        damp = 1e-3 + 0.1 * jnp.linalg.norm(g)
        p, _ = jax.scipy.sparse.linalg.cg(lambda v: hvp(x, v) + damp * v, -g, maxiter=8)
        p = jnp.where(jnp.vdot(p, g) < 0, p, -g)
        a = line_search(x, p, g, value)
        return x + a * p, (value, jnp.linalg.norm(g), a)

    x, logs = jax.lax.scan(step, flat, None, length=6)
    jac = jax.jacfwd(lambda x: model(unravel(x), t))(x)
    by_data = jax.jacrev(lambda y: jax.grad(objective)(x, unravel, t, y, ridge))(y)
    h = jax.hessian(f)(x) + 1e-3 * jnp.eye(x.size)
    covariance = jnp.linalg.inv(h)
    band = jnp.sqrt(jnp.abs(jnp.einsum("ni,ij,nj->n", jac, covariance, jac)))
    return unravel(x), logs, band, -jnp.linalg.solve(h, by_data), jnp.linalg.slogdet(h)[1]


def initialize(preset):
    n, k = {"S": (30, 3), "L": (2500, 6)}[preset]
    rng = np.random.default_rng(23)
    t = np.linspace(0, 4, n)
    y = 2 * np.exp(-t) + 0.5 * np.exp(-0.2 * t) + 0.02 * rng.normal(size=n)
    return {"amp": np.ones(k), "log_rate": np.linspace(-1.0, 1.0, k), "mix": 0.5 * np.ones(k), "offset": np.zeros(())}, t, y
