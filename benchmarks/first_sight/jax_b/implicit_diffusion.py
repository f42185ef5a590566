"""Nonlinear diffusion with implicit steps: Newton inside custom_root, GMRES inside Newton, gradients by implicit differentiation."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax.scipy.sparse.linalg import gmres

jax.config.update("jax_enable_x64", True)


def flux_divergence(u, d0, power):
    half = 0.5 * (u[1:] + u[:-1])
    flux = d0 * jnp.abs(half) ** power * jnp.diff(u)
    return jnp.diff(flux, prepend=0.0, append=0.0)


def newton(residual, guess, iterations=4):
    def body(_, u):
        r, jvp = jax.linearize(residual, u)
        du, _ = gmres(jvp, -r, tol=1e-10, atol=0.0, restart=12, maxiter=2, solve_method="incremental")
        return u + du
    return jax.lax.fori_loop(0, iterations, body, guess)


def implicit_step(u, params, dt, dx):
    d0, power, sink = params
    residual = lambda new: new - u - dt / dx**2 * flux_divergence(new, d0, power) + dt * sink * new

    tangent = lambda g, y: jnp.linalg.solve(jax.jacfwd(g)(y), y)
    return jax.lax.custom_root(residual, u, newton, tangent)


@partial(jax.jit, static_argnames="steps")
def implicit_diffusion(u0, target, params, steps):
    dx = 1.0 / u0.shape[0]

    def run(params):
        final, mass = jax.lax.scan(lambda u, _: ((new := implicit_step(u, params, 2e-3, dx)), jnp.sum(new) * dx), u0, None, length=steps)
        return jnp.mean((final - target) ** 2), (final, mass)

    (loss, (final, mass)), gradient = jax.value_and_grad(run, has_aux=True)(params)
    return loss, gradient, final, mass


def initialize(preset):
    n, steps = {"S": (24, 2), "L": (192, 16)}[preset]
    x = (np.arange(n) + 0.5) / n
    u0 = 1.0 + 0.5 * np.exp(-((x - 0.4) / 0.1) ** 2)
    return u0, np.full(n, 1.08), (0.02, 1.5, 0.05), steps
