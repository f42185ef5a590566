import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def turn(x, c, s):
    a, b = jnp.split(x, 2, axis=1)
    return jnp.concatenate((a * c - b * s, a * s + b * c), axis=1)


@jax.jit
def kvdecode(x, gain, wq, wk, wv, wo, keys, values, past):
    groups, room, depth = keys.shape
    half = depth // 2
    speed = 10000.0 ** (-np.arange(half) / half)
    scale = np.float32(np.sqrt(depth))

    def step(state, row):
        keys, values, place = state
        h = row / jnp.sqrt(jnp.mean(row * row) + np.float32(1e-6)) * gain
        c, s = jnp.cos(place * speed).astype(jnp.float32), jnp.sin(place * speed).astype(jnp.float32)
        q = turn((h @ wq).reshape(-1, depth), c, s).reshape(groups, -1, depth)
        keys = keys.at[:, place].set(turn((h @ wk).reshape(groups, depth), c, s))
        values = values.at[:, place].set((h @ wv).reshape(groups, depth))
        scores = jnp.einsum("ghd,gnd->ghn", q, keys) / scale
        e = jax.nn.softmax(jnp.where(jnp.arange(room) <= place, scores, -jnp.inf), axis=-1)
        return (keys, values, place + 1), row + jnp.einsum("ghn,gnd->ghd", e, values).reshape(-1) @ wo

    (keys, values, _), out = lax.scan(step, (keys, values, past), x)
    return out, keys, values
