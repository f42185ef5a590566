from functools import partial

import jax
import jax.numpy as jnp


def squash(s):
    size = jnp.sum(s * s, axis=-1, keepdims=True)
    return s * (size / (1.0 + size)) / jnp.sqrt(size + jnp.float32(1e-8))


@partial(jax.jit, static_argnums=2)
def capsroute(u, W, rounds):
    votes = jnp.einsum("bid,iojd->bioj", u, W)
    logits = jnp.zeros(votes.shape[:3], jnp.float32)
    for turn in range(rounds):
        v = squash(jnp.einsum("bio,bioj->boj", jax.nn.softmax(logits, axis=2), votes))
        if turn < rounds - 1:
            logits = logits + jnp.einsum("bioj,boj->bio", votes, v)
    return jnp.sqrt(jnp.sum(v * v, axis=-1)), v
