"""A neural ordinary differential equation: trajectories of a learned field by RK4, the loss against data, and a gradient step."""

import jax
import jax.numpy as jnp
import numpy as np


def field(params, t, y):
    h = jnp.tanh(y @ params["w1"] + params["b1"] + t * params["wt"])
    h = jnp.tanh(h @ params["w2"] + params["b2"])
    return h @ params["w3"]


def rk4(f, y, t, dt):
    k1 = f(t, y)
    k2 = f(t + dt / 2, y + dt / 2 * k1)
    k3 = f(t + dt / 2, y + dt / 2 * k2)
    k4 = f(t + dt, y + dt * k3)
    return y + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


def solve(params, y0, ts):
    def step(y, span):
        t, dt = span
        y = rk4(lambda t, y: field(params, t, y), y, t, dt)
        return y, y

    _, ys = jax.lax.scan(step, y0, (ts[:-1], jnp.diff(ts)))
    return ys


def loss(params, y0, ts, data):
    return jnp.mean((solve(params, y0, ts) - data) ** 2)


@jax.jit
def neural_ode(params, y0, ts, data, lr=0.01):
    value, grads = jax.value_and_grad(loss)(params, y0, ts, data)
    norm = jnp.sqrt(sum(jnp.sum(g**2) for g in jax.tree_util.tree_leaves(grads)))
    scale = jnp.minimum(1.0, 1.0 / (norm + 1e-6))
    return value, jax.tree_util.tree_map(lambda p, g: p - lr * scale * g, params, grads)


def initialize(preset):
    batch, width, steps = {"S": (8, 16, 20), "L": (96, 96, 120)}[preset]
    rng = np.random.default_rng(12)
    draw = lambda *shape: jnp.asarray(rng.normal(size=shape) / np.sqrt(shape[0]), jnp.float32)
    params = {"w1": draw(2, width), "b1": draw(width), "wt": draw(width), "w2": draw(width, width), "b2": draw(width), "w3": draw(width, 2)}
    ts = jnp.linspace(0.0, 2.0, steps + 1)
    y0 = draw(batch, 2)
    return params, y0, ts, jnp.asarray(rng.normal(size=(steps, batch, 2)), jnp.float32)
