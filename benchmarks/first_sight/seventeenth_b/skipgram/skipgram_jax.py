from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=4)
def train(text, drawn, inner, outer, window):
    rate = jnp.float32(0.05)
    tokens = text.size
    chunk = max(tokens // 8, 1)

    def pair(state, given):
        centre, change, outer = state
        word, label, on = given
        other = outer[word]
        p = jax.nn.sigmoid(jnp.dot(centre, other))
        g = jnp.where(on, rate * (label - p), 0.0)
        loss = jnp.where(on, -jnp.log(jnp.where(label > 0.5, p, 1.0 - p)), 0.0)
        return (centre, change + g * other, outer.at[word].add(g * centre)), loss

    def place(state, given):
        inner, outer = state
        t, s, inside = given
        words = jnp.concatenate([text[s][None], drawn[t]])
        labels = jnp.zeros(words.size, jnp.float32).at[0].set(1.0)
        on = inside & ((jnp.arange(words.size) == 0) | (words != text[s]))
        centre = inner[text[t]]
        (_, change, outer), loss = lax.scan(pair, (centre, jnp.zeros_like(centre), outer), (words, labels, on))
        return (inner.at[text[t]].add(change), outer), jnp.sum(loss)
    offsets = jnp.array([o for o in range(-window, window + 1) if o])
    t = jnp.repeat(jnp.arange(tokens), offsets.size)
    s = t + jnp.tile(offsets, tokens)
    inside = (s >= 0) & (s < tokens)
    (inner, outer), loss = lax.scan(place, (inner, outer), (t, jnp.clip(s, 0, tokens - 1), inside))
    losses = jnp.zeros((tokens + chunk - 1) // chunk, jnp.float32).at[t // chunk].add(loss)
    norms = jnp.sqrt(jnp.sum(inner * inner, axis=1))
    return losses, (inner @ inner[text[0]]) / (norms * norms[text[0]]), inner, outer
