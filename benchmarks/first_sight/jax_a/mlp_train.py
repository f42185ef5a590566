"""A small regression network trained with Adam, written by hand, over minibatches: an epoch in one lax.scan."""

import jax
import jax.numpy as jnp


def init_params(key, sizes):
    params = []
    for fan_in, fan_out in zip(sizes[:-1], sizes[1:]):
        key, sub = jax.random.split(key)
        params.append({"w": jax.random.normal(sub, (fan_in, fan_out)) * jnp.sqrt(2.0 / fan_in), "b": jnp.zeros(fan_out)})
    return params


def predict(params, x):
    for layer in params[:-1]:
        x = jax.nn.gelu(x @ layer["w"] + layer["b"])
    return (x @ params[-1]["w"] + params[-1]["b"])[:, 0]


def loss_fn(params, x, y):
    weights = sum(jnp.sum(layer["w"] ** 2) for layer in params)
    return jnp.mean((predict(params, x) - y) ** 2) + 1e-4 * weights


def adam(params, grads, m, v, t, lr=1e-3, b1=0.9, b2=0.999, eps=1e-8):
    m = jax.tree.map(lambda m, g: b1 * m + (1 - b1) * g, m, grads)
    v = jax.tree.map(lambda v, g: b2 * v + (1 - b2) * g * g, v, grads)
    mhat = jax.tree.map(lambda m: m / (1 - b1**t), m)
    vhat = jax.tree.map(lambda v: v / (1 - b2**t), v)
    return jax.tree.map(lambda p, m, v: p - lr * m / (jnp.sqrt(v) + eps), params, mhat, vhat), m, v


@jax.jit
def mlp_train(params, xs, ys):
    def step(carry, batch):
        params, m, v, t = carry
        loss, grads = jax.value_and_grad(loss_fn)(params, *batch)
        params, m, v = adam(params, grads, m, v, t)
        return (params, m, v, t + 1.0), loss

    zeros = jax.tree.map(jnp.zeros_like, params)
    (params, _, _, _), losses = jax.lax.scan(step, (params, zeros, zeros, 1.0), (xs, ys))
    return params, losses


def initialize(preset):
    batches, size, width = {"S": (16, 64, 64), "L": (100, 192, 192)}[preset]
    kp, kx = jax.random.split(jax.random.PRNGKey(7))
    params = init_params(kp, [8, width, width, 1])
    xs = jax.random.uniform(kx, (batches, size, 8), minval=-1.0, maxval=1.0)
    return params, xs, jnp.sin(3.0 * xs[..., 0]) * xs[..., 1] + xs[..., 2] ** 2
