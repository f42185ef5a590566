from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=5)
def train(data, w, a, b, draws, batch, rate=0.1, momentum=0.5):
    epochs, n, hidden = draws.shape
    rate, momentum = jnp.float32(rate), jnp.float32(momentum)
    step = rate / jnp.float32(batch)

    def learn(state, given):
        w, a, b, dw, da, db = state
        v, u = given
        h = jax.nn.sigmoid(v @ w + b)
        back = jax.nn.sigmoid((u < h).astype(jnp.float32) @ w.T + a)
        again = jax.nn.sigmoid(back @ w + b)
        dw = momentum * dw + step * (v.T @ h - back.T @ again)
        da = momentum * da + step * (v - back).sum(axis=0)
        db = momentum * db + step * (h - again).sum(axis=0)
        return (w + dw, a + da, b + db, dw, da, db), jnp.sum((v - back) ** 2)
    groups = data.reshape(-1, batch, data.shape[1])
    state = (w, a, b, jnp.zeros_like(w), jnp.zeros_like(a), jnp.zeros_like(b))
    state, error = lax.scan(lambda s, u: lax.scan(learn, s, (groups, u)), state, draws.reshape(epochs, -1, batch, hidden))
    return *state[:3], error.sum(axis=1) / jnp.float32(n)
