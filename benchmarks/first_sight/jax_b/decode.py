"""Tokens one by one from a transformer in bfloat16: grouped queries, a cache of keys and values, top-k sampling, stop tokens."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, random


def rms_norm(x, w):
    y = x.astype(jnp.float32)
    return (y * lax.rsqrt(jnp.mean(y * y, -1, keepdims=True) + 1e-6)).astype(x.dtype) * w


def rope(x, pos):
    half = x.shape[-1] // 2
    angle = pos * 10000.0 ** (-jnp.arange(half) / half)
    cos, sin = jnp.cos(angle), jnp.sin(angle)
    a, b = jnp.split(x.astype(jnp.float32), 2, axis=-1)
    return jnp.concatenate([a * cos - b * sin, b * cos + a * sin], -1).astype(x.dtype)


def block(x, layer):
    p, k_cache, v_cache, pos = layer
    batch, length, groups, size = k_cache.shape
    h = rms_norm(x, p["n1"])
    q = rope((h @ p["q"]).reshape(batch, groups, -1, size), pos)
    k = rope((h @ p["k"]).reshape(batch, groups, size), pos)
    v = (h @ p["v"]).reshape(batch, groups, size)
    k_cache = lax.dynamic_update_slice(k_cache, k[:, None], (0, pos, 0, 0))
    v_cache = lax.dynamic_update_slice_in_dim(v_cache, v[:, None], pos, axis=1)
    scores = jnp.einsum("bgqd,btgd->bgqt", q, k_cache, preferred_element_type=jnp.float32) * size**-0.5
    scores = jnp.where(jnp.arange(length) <= pos, scores, jnp.finfo(jnp.float32).min)
    weights = jax.nn.softmax(scores, axis=-1).astype(x.dtype)
    x = x + jnp.einsum("bgqt,btgd->bgqd", weights, v_cache).reshape(batch, -1) @ p["o"]
    h = rms_norm(x, p["n2"])
    return x + (jax.nn.silu(h @ p["gate"]) * (h @ p["up"])) @ p["down"], (k_cache, v_cache)


@partial(jax.jit, static_argnames=("steps", "k"))
def decode(params, key, first, steps, k, temperature=0.8):
    layers, batch = params["blocks"]["q"].shape[0], first.shape[0]
    size = 8
    groups = params["blocks"]["k"].shape[-1] // size
    empty = jnp.zeros((layers, batch, steps, groups, size), jnp.bfloat16)

    def step(state, inputs):
        token, done, k_cache, v_cache = state
        key, pos = inputs
        x = params["embed"][token]
        x, (k_cache, v_cache) = lax.scan(lambda x, l: block(x, (*l, pos)), x, (params["blocks"], k_cache, v_cache))
        logits = (rms_norm(x, params["norm"]) @ params["embed"].T).astype(jnp.float32) / temperature
        value, index = lax.top_k(logits, k)
        choice = random.categorical(key, value, axis=-1)
        new = jnp.take_along_axis(index, choice[:, None], 1)[:, 0]
        new = jnp.where(done, 0, new)
        return (new, done | (new == 1), k_cache, v_cache), (new, jax.nn.logsumexp(logits, -1))

    start = (first, jnp.zeros(batch, bool), empty, empty)
    (_, done, _, _), (tokens, norms) = lax.scan(step, start, (random.split(key, steps), jnp.arange(steps)))
    return tokens.T, done, norms


def initialize(preset):
    vocab, d, heads, groups, layers, batch, steps = {"S": (48, 16, 4, 2, 2, 2, 10), "L": (256, 64, 8, 2, 3, 4, 48)}[preset]
    rng = np.random.default_rng(24)
    draw = lambda *s: jnp.asarray(rng.normal(size=s) / np.sqrt(s[-2]), jnp.bfloat16)
    blocks = {"q": draw(layers, d, 8 * heads), "k": draw(layers, d, 8 * groups), "v": draw(layers, d, 8 * groups),
              "o": draw(layers, 8 * heads, d), "gate": draw(layers, d, 2 * d), "up": draw(layers, d, 2 * d), "down": draw(layers, 2 * d, d),
              "n1": jnp.ones((layers, d), jnp.bfloat16), "n2": jnp.ones((layers, d), jnp.bfloat16)}
    return {"embed": draw(vocab, d), "norm": jnp.ones(d, jnp.bfloat16), "blocks": blocks}, random.key(8), np.arange(2, 2 + batch), steps, 8
