import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def lstm(x, wx, wh, bias, h, c):
    def cell(state, z):
        h, c = state
        i, f, g, o = jnp.split(z + h @ wh, 4, axis=1)
        c = jax.nn.sigmoid(f + 1) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h
    (_, c), out = lax.scan(cell, (h, c), x @ wx + bias)
    return out, c
