from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=6)
def train(x, labels, w1, b1, w2, b2, steps, rate=0.05):
    n = x.shape[0]
    rows = jnp.arange(n)
    rate = jnp.float32(rate)

    def step(state, _):
        w1, b1, w2, b2 = state
        h = jnp.tanh(x @ w1 + b1)
        p = jax.nn.softmax(h @ w2 + b2, axis=1)
        loss = -jnp.mean(jnp.log(p[rows, labels]))
        dz = p.at[rows, labels].add(-1) / n
        dh = dz @ w2.T * (1 - h * h)
        return (w1 - rate * (x.T @ dh), b1 - rate * dh.sum(axis=0), w2 - rate * (h.T @ dz), b2 - rate * dz.sum(axis=0)), loss
    state, losses = lax.scan(step, (w1, b1, w2, b2), None, length=steps)
    return (losses, *state)
