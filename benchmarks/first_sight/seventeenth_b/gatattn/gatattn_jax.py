import jax
import jax.numpy as jnp
from jax.ops import segment_max, segment_sum


def attend(nodes, source, target, x, W, a, b):
    heads, width = a.shape
    h = (x @ W).reshape(nodes, heads, width)
    score = jnp.sum(h * a, axis=-1)[source] + jnp.sum(h * b, axis=-1)[target]
    score = jnp.where(score > 0.0, score, 0.2 * score)
    top = segment_max(score, target, nodes, indices_are_sorted=True)
    weight = jnp.exp(score - top[target])
    weight = weight / segment_sum(weight, target, nodes, indices_are_sorted=True)[target]
    return segment_sum(weight[:, :, None] * h[source], target, nodes, indices_are_sorted=True)


@jax.jit
def network(start, source, x, W1, a1, b1, W2, a2, b2):
    nodes = start.size - 1
    target = jnp.repeat(jnp.arange(nodes), jnp.diff(start), total_repeat_length=source.size)
    h = attend(nodes, source, target, x, W1, a1, b1).reshape(nodes, -1)
    logits = attend(nodes, source, target, jax.nn.elu(h), W2, a2, b2).mean(axis=1)
    return jax.nn.log_softmax(logits, axis=1)
