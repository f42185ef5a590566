"""Sampling from a diffusion model: a small convolutional denoiser in a reverse process with fresh noise at each step."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def conv(x, w, b, dilation=1):
    y = lax.conv_general_dilated(x, w, (1, 1), "SAME", rhs_dilation=(dilation, dilation), dimension_numbers=("NHWC", "HWIO", "NHWC"))
    return y + b


def time_embedding(t, dim):
    freqs = jnp.exp(-jnp.log(1000.0) * jnp.arange(dim // 2) / (dim // 2))
    args = t * freqs
    return jnp.concatenate([jnp.sin(args), jnp.cos(args)])


def denoise(params, x, t):
    emb = jax.nn.silu(time_embedding(t, params["time"].shape[0]) @ params["time"])
    h = jax.nn.silu(conv(x, params["w1"], params["b1"]) + emb)
    h = h + jax.nn.silu(conv(h, params["w2"], params["b2"], dilation=2))
    return conv(h, params["w3"], params["b3"])


@partial(jax.jit, static_argnames=("shape", "steps", "eta"))
def ddim(params, key, shape, steps, eta=0.5):
    t = jnp.linspace(1.0, 0.0, steps + 1)
    alpha_bar = jnp.cos(0.5 * jnp.pi * t * 0.98) ** 2

    def step(x, inputs):
        t, a, a_next, key = inputs
        eps = denoise(params, x, t)
        x0 = jnp.clip((x - jnp.sqrt(1.0 - a) * eps) / jnp.sqrt(a), -1.0, 1.0)
        sigma = eta * jnp.sqrt((1.0 - a_next) / (1.0 - a)) * jnp.sqrt(jnp.maximum(1.0 - a / a_next, 0.0))
        direction = jnp.sqrt(jnp.maximum(1.0 - a_next - sigma**2, 0.0)) * eps
        return jnp.sqrt(a_next) * x0 + direction + sigma * jax.random.normal(key, x.shape), None

    key, sub = jax.random.split(key)
    x = jax.random.normal(sub, shape)
    x, _ = lax.scan(step, x, (t[:-1], alpha_bar[:-1], alpha_bar[1:], jax.random.split(key, steps)))
    return x


def initialize(preset):
    batch, side, width, steps = {"S": (1, 14, 8, 8), "L": (8, 32, 24, 25)}[preset]
    rng = np.random.default_rng(21)
    draw = lambda *shape: jnp.asarray(rng.normal(size=shape) / np.sqrt(np.prod(shape[:-1])), jnp.float32)
    params = {"w1": draw(3, 3, 1, width), "b1": jnp.zeros(width), "w2": draw(3, 3, width, width), "b2": jnp.zeros(width),
              "w3": draw(3, 3, width, 1), "b3": jnp.zeros(1), "time": draw(16, width)}
    return params, jax.random.PRNGKey(5), (batch, side, side, 1), steps
