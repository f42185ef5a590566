from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=(4, 5))
def fit(x, labels, order, W, size, epochs, rate=1e-2, beta1=0.9, beta2=0.99, decay=1e-3, eps=1e-6):
    n, classes = x.shape[0], W.shape[1]
    batches = n // size
    wanted = jnp.eye(classes)[labels]
    rows = order[:batches * size].reshape(batches, size)

    def one(state, rows):
        W, m, v, step = state
        xb, yb = x[rows], wanted[rows]
        logp = jax.nn.log_softmax(xb @ W, axis=-1)
        g = xb.T @ (jnp.exp(logp) - yb) / size + decay * W
        step = step + 1
        m = beta1 * m + (1.0 - beta1) * g
        v = beta2 * v + (1.0 - beta2) * g**2
        W = W - rate * (m / (1.0 - beta1**step)) / (jnp.sqrt(v / (1.0 - beta2**step)) + eps)
        return (W, m, v, step), -jnp.sum(yb * logp) / n
    def epoch(state, _):
        state, losses = lax.scan(one, state, rows)
        return state, jnp.sum(losses)
    state, losses = lax.scan(epoch, (W, jnp.zeros_like(W), jnp.zeros_like(W), 0), None, length=epochs)
    return losses, state[0]
