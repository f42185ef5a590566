"""A layer of experts in bfloat16: two experts for each token, room for so many tokens per expert, the balance loss, gradients."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


def route(logits, k, capacity):
    experts = logits.shape[-1]
    probs = jax.nn.softmax(logits.astype(jnp.float32), axis=-1)
    gate, index = jax.lax.top_k(probs, k)
    gate = gate / gate.sum(-1, keepdims=True)
    one_hot = jax.nn.one_hot(index, experts, dtype=jnp.int32)
    flat = one_hot.transpose(1, 0, 2).reshape(-1, experts)
    place = (jnp.cumsum(flat, axis=0) - 1).reshape(k, -1, experts).transpose(1, 0, 2)
    place = jnp.sum(place * one_hot, axis=-1)
    kept = place < capacity
    balance = experts * jnp.sum(probs.mean(0) * one_hot[:, 0].astype(jnp.float32).mean(0))
    return gate * kept, index, jnp.where(kept, place, capacity), balance


def layer(p, x, k, capacity):
    tokens, d = x.shape
    experts = p["router"].shape[-1]
    gate, index, place, balance = route(x @ p["router"], k, capacity)
    buffer = jnp.zeros((experts, capacity, d), x.dtype)
    buffer = buffer.at[index, place].set(jnp.broadcast_to(x[:, None], (tokens, k, d)), mode="drop")
    h = jax.nn.silu(jnp.einsum("ecd,edf->ecf", buffer, p["gate"])) * jnp.einsum("ecd,edf->ecf", buffer, p["up"])
    out = jnp.einsum("ecf,efd->ecd", h, p["down"])
    picked = out.at[index, place].get(mode="fill", fill_value=0)
    return jnp.sum(picked * gate[..., None].astype(x.dtype), axis=1), balance


def loss_fn(params, x, target, k, capacity):
    y, balance = layer(params, x, k, capacity)
    error = (x + y - target).astype(jnp.float32)
    return jnp.mean(error**2) + 0.01 * balance, balance


@partial(jax.jit, static_argnames=("k", "capacity"))
def moe(params, x, target, k, capacity):
    (loss, balance), grads = jax.value_and_grad(loss_fn, has_aux=True)(params, x, target, k, capacity)
    return loss, balance, grads


def initialize(preset):
    tokens, d, f, experts = {"S": (64, 24, 48, 4), "L": (1024, 128, 256, 8)}[preset]
    rng = np.random.default_rng(13)
    draw = lambda *s: jnp.asarray(rng.normal(size=s) / np.sqrt(s[-2]), jnp.bfloat16)
    params = {"router": draw(d, experts), "gate": draw(experts, d, f), "up": draw(experts, d, f), "down": draw(experts, f, d)}
    return params, jnp.asarray(rng.normal(size=(tokens, d)), jnp.bfloat16), draw(tokens, d), 2, int(1.25 * 2 * tokens / experts)
