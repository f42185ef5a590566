"""A contrastive loss over two views in float16 with a loss scale that falls when gradients overflow, weights kept in float32."""

import jax
import jax.numpy as jnp
import numpy as np


def encode(params, x):
    for k, p in enumerate(params):
        x = x @ p["w"] + p["b"]
        if k < len(params) - 1:
            mean = jnp.mean(x, 0, keepdims=True)
            x = jax.nn.relu((x - mean) / jnp.sqrt(jnp.var(x, 0, keepdims=True) + 1e-3))
    x = x.astype(jnp.float32)
    return x / jnp.linalg.norm(x, axis=-1, keepdims=True)


def nt_xent(za, zb, temperature):
    z = jnp.concatenate([za, zb])
    n = z.shape[0]
    similar = z @ z.T / temperature
    similar = jnp.where(jnp.eye(n, dtype=bool), -jnp.inf, similar)
    positive = jnp.roll(jnp.arange(n), n // 2)
    logp = similar - jax.nn.logsumexp(similar, axis=1, keepdims=True)
    rank = jnp.sum(similar > similar[jnp.arange(n), positive][:, None], axis=1)
    return -logp[jnp.arange(n), positive].mean(), jnp.mean(rank < 5)


def half(tree):
    return jax.tree.map(lambda x: x.astype(jnp.float16), tree)


@jax.jit
def contrastive(params, scale, good, a, b, temperature=0.2):
    def scaled(params):
        low = half(params)
        loss, top5 = nt_xent(encode(low, half(a)), encode(low, half(b)), temperature)
        return loss * scale, (loss, top5)

    grads, (loss, top5) = jax.grad(scaled, has_aux=True)(params)
    grads = jax.tree.map(lambda g: g / scale, grads)
    finite = jnp.all(jnp.array([jnp.all(jnp.isfinite(g)) for g in jax.tree.leaves(grads)]))
    params = jax.tree.map(lambda p, g: jnp.where(finite, p - 0.1 * g, p), params, grads)
    good = jnp.where(finite, good + 1, 0)
    scale = jnp.where(finite, jnp.where(good >= 100, 2 * scale, scale), jnp.maximum(scale / 2, 1.0))
    return params, scale, good, loss, top5


def initialize(preset):
    batch, widths = {"S": (32, (32, 48, 16)), "L": (512, (256, 512, 64))}[preset]
    rng = np.random.default_rng(15)
    params = [{"w": jnp.asarray(rng.normal(size=s) / np.sqrt(s[0]), jnp.float32), "b": jnp.zeros(s[1])} for s in zip(widths, widths[1:])]
    a = rng.normal(size=(batch, widths[0])).astype(np.float32)
    return params, jnp.float32(128.0), jnp.int32(99), a, (a + 0.3 * rng.normal(size=a.shape)).astype(np.float32)
