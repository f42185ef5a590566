"""A deep equilibrium layer: a fixed point by a while loop, differentiated implicitly with custom_vjp, in a training step."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


def iterate(f, start, tol=1e-5, most=60):
    def cond(state):
        previous, current, it = state
        return (jnp.linalg.norm(current - previous) > tol * (1.0 + jnp.linalg.norm(current))) & (it < most)

    def body(state):
        _, current, it = state
        return current, f(current), it + 1

    _, found, _ = jax.lax.while_loop(cond, body, (start, f(start), 0))
    return found


@partial(jax.custom_vjp, nondiff_argnums=(0,))
def fixed_point(f, params, x):
    return iterate(lambda z: f(params, x, z), jnp.zeros_like(x))


def fixed_point_fwd(f, params, x):
    z = fixed_point(f, params, x)
    return z, (params, x, z)


def fixed_point_bwd(f, res, z_bar):
    params, x, z = res
    _, vjp_z = jax.vjp(lambda z: f(params, x, z), z)
    u = iterate(lambda u: vjp_z(u)[0] + z_bar, z_bar)
    _, vjp = jax.vjp(lambda params, x: f(params, x, z), params, x)
    return vjp(u)


fixed_point.defvjp(fixed_point_fwd, fixed_point_bwd)


def cell(params, x, z):
    return jnp.tanh(z @ params["w"] + x @ params["u"] + params["b"])


def loss(params, x, y):
    z = fixed_point(cell, params, x)
    return jnp.mean((z @ params["out"] - y) ** 2)


@jax.jit
def deep_equilibrium(params, x, y):
    value, grads = jax.value_and_grad(loss)(params, x, y)
    return value, jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)


def initialize(preset):
    batch, d = {"S": (48, 64), "L": (768, 384)}[preset]
    rng = np.random.default_rng(23)
    draw = lambda *s: jnp.asarray(rng.normal(size=s), jnp.float32)
    params = {"w": 0.6 * draw(d, d) / np.sqrt(d), "u": draw(d, d) / np.sqrt(d), "b": jnp.zeros(d), "out": draw(d, 2) / np.sqrt(d)}
    return params, draw(batch, d), draw(batch, 2)
