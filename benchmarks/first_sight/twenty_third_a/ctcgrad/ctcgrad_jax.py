import jax
import jax.numpy as jnp
from jax import lax


def log_add(a, b):
    return jnp.maximum(a, b) + jnp.log1p(jnp.exp(-jnp.abs(a - b)))


@jax.jit
def ctcgrad(logits, labels, lengths):
    times, batch, _ = logits.shape
    states = 2 * labels.shape[1] + 1
    never = -1e30
    text = jnp.zeros((batch, states), dtype=jnp.int64).at[:, 1::2].set(labels)
    leap = jnp.zeros((batch, states), dtype=bool).at[:, 3::2].set(labels[:, 1:] != labels[:, :-1])
    row, end = jnp.arange(batch), 2 * lengths
    logp = jax.nn.log_softmax(logits)
    emit = jnp.take_along_axis(logp, jnp.broadcast_to(text, (times, batch, states)), axis=2)

    def forth(before, emit):
        way = before.at[:, 1:].set(log_add(before[:, 1:], before[:, :-1]))
        way = way.at[:, 2:].set(jnp.where(leap[:, 2:], log_add(way[:, 2:], before[:, :-2]), way[:, 2:]))
        return way + emit, way + emit

    def back(beta, emit):
        after = beta + emit
        way = after.at[:, :-1].set(log_add(after[:, :-1], after[:, 1:]))
        way = way.at[:, :-2].set(jnp.where(leap[:, 2:], log_add(way[:, :-2], after[:, 2:]), way[:, :-2]))
        return way, way

    first = jnp.full((batch, states), never).at[:, :2].set(emit[0, :, :2])
    last, alpha = lax.scan(forth, first, emit[1:])
    alpha = jnp.concatenate((first[None], alpha))
    final = jnp.full((batch, states), never).at[row, end].set(0.0).at[row, end - 1].set(0.0)
    _, beta = lax.scan(back, final, emit[1:], reverse=True)
    beta = jnp.concatenate((beta, final[None]))
    total = log_add(last[row, end], last[row, end - 1])
    share = jnp.exp(alpha + beta - total[:, None])
    gradient = jnp.exp(logp).at[:, row[:, None], text].add(-share)
    return -total, gradient / batch
