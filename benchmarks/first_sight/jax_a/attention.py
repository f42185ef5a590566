"""A causal transformer, two blocks deep, with rotary positions: cross entropy of the next token and the gradient of all weights."""

import jax
import jax.numpy as jnp
import numpy as np


def layer_norm(x, scale, bias):
    mean = x.mean(-1, keepdims=True)
    var = x.var(-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(var + 1e-5) * scale + bias


def rotary(x):
    t, d = x.shape[-3], x.shape[-1]
    freq = 1.0 / 10000 ** (jnp.arange(0, d, 2) / d)
    angle = jnp.arange(t)[:, None] * freq
    cos, sin = jnp.cos(angle)[:, None, :], jnp.sin(angle)[:, None, :]
    x1, x2 = x[..., ::2], x[..., 1::2]
    return jnp.concatenate([x1 * cos - x2 * sin, x1 * sin + x2 * cos], axis=-1)


def attend(p, x):
    q, k, v = (jnp.einsum("btd,dhk->bthk", x, p[name]) for name in ("q", "k", "v"))
    q, k = rotary(q), rotary(k)
    scores = jnp.einsum("bqhk,bthk->bhqt", q, k) / jnp.sqrt(q.shape[-1])
    t = x.shape[1]
    mask = jnp.tril(jnp.ones((t, t), bool))
    weights = jax.nn.softmax(jnp.where(mask, scores, -jnp.inf), axis=-1)
    return jnp.einsum("bhqt,bthk,hkd->bqd", weights, v, p["o"])


def block(p, x):
    x = x + attend(p, layer_norm(x, p["s1"], p["c1"]))
    h = jax.nn.gelu(layer_norm(x, p["s2"], p["c2"]) @ p["up"])
    return x + h @ p["down"]


def loss_fn(params, tokens):
    x = params["embed"][tokens[:, :-1]]
    for p in params["blocks"]:
        x = block(p, x)
    logits = x @ params["embed"].T
    logp = jax.nn.log_softmax(logits, axis=-1)
    return -jnp.take_along_axis(logp, tokens[:, 1:, None], axis=-1).mean()


@jax.jit
def attention(params, tokens):
    return jax.value_and_grad(loss_fn)(params, tokens)


def initialize(preset):
    vocab, d, heads, batch, length = {"S": (32, 32, 4, 2, 33), "L": (256, 128, 8, 8, 97)}[preset]
    rng = np.random.default_rng(0)
    draw = lambda *shape: jnp.asarray(rng.normal(size=shape) * 0.1, jnp.float32)

    def one():
        return {"q": draw(d, heads, d // heads), "k": draw(d, heads, d // heads), "v": draw(d, heads, d // heads),
                "o": draw(heads, d // heads, d), "s1": jnp.ones(d), "c1": jnp.zeros(d), "s2": jnp.ones(d), "c2": jnp.zeros(d),
                "up": draw(d, 4 * d), "down": draw(4 * d, d)}

    return {"embed": draw(vocab, d), "blocks": [one(), one()]}, jnp.asarray(rng.integers(0, vocab, (batch, length)))
