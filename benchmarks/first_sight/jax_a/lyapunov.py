"""Lyapunov exponents of the Lorenz 96 model: the state and its tangent vectors together, by jvp, with QR every few steps."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)


def lorenz96(x, forcing):
    return (jnp.roll(x, -1) - jnp.roll(x, 2)) * jnp.roll(x, 1) - x + forcing


def rk4(x, forcing, dt):
    k1 = lorenz96(x, forcing)
    k2 = lorenz96(x + 0.5 * dt * k1, forcing)
    k3 = lorenz96(x + 0.5 * dt * k2, forcing)
    k4 = lorenz96(x + dt * k3, forcing)
    return x + dt / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)


@partial(jax.jit, static_argnames=("rounds", "between"))
def lyapunov(x, q, forcing, rounds, between, dt=0.02):
    def advance(_, state):
        x, q = state
        push = jax.vmap(lambda v: jax.jvp(lambda x: rk4(x, forcing, dt), (x,), (v,))[1], in_axes=1, out_axes=1)
        return rk4(x, forcing, dt), push(q)

    def round_(carry, _):
        x, q, total = carry
        x, q = jax.lax.fori_loop(0, between, advance, (x, q))
        q, r = jnp.linalg.qr(q)
        growth = jnp.log(jnp.abs(jnp.diagonal(r)))
        return (x, q, total + growth), growth[0]

    (x, q, total), leading = jax.lax.scan(round_, (x, q, jnp.zeros(q.shape[1])), None, length=rounds)
    exponents = total / (rounds * between * dt)
    entropy = jnp.sum(jnp.maximum(exponents, 0.0))
    dimension = jnp.sum(jnp.cumsum(exponents) > 0)
    return x, exponents, entropy, dimension, leading


def initialize(preset):
    n, vectors, rounds, between = {"S": (16, 8, 16, 5), "L": (40, 20, 400, 5)}[preset]
    rng = np.random.default_rng(41)
    return 8.0 + rng.normal(size=n), np.linalg.qr(rng.normal(size=(n, vectors)))[0], 8.0, rounds, between
