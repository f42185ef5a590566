from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=5)
def bandattn(q, k, v, gate, bias, reach):
    heads, n, depth = q.shape
    at = jnp.arange(n)[:, None] + jnp.arange(-reach, reach + 1)
    inside = (at >= 0) & (at < n)
    at = jnp.clip(at, 0, n - 1)
    scores = jnp.einsum("hnd,hnld->hnl", q, k[:, at]) / jnp.sqrt(float(depth)) + bias[:, None, :]
    weights = jax.nn.softmax(jnp.where(inside, scores, -jnp.inf), axis=-1)
    mixed = jnp.einsum("hnl,hnld->hnd", weights, v[:, at]) * jax.nn.sigmoid(gate)
    return mixed.transpose(1, 0, 2).reshape(n, heads * depth)
