import jax
import jax.numpy as jnp
from jax import lax


def feature(x):
    return jnp.where(x > 0.0, x + 1.0, jnp.exp(jnp.minimum(x, 0.0)))


@jax.jit
def attend(q, k, v, keep):
    def step(carry, given):
        state, norm = carry
        q, k, v = given
        state = keep[:, None, None] * state + k[:, :, None] * v[:, None, :]
        norm = keep[:, None] * norm + k
        return (state, norm), jnp.einsum("hi,hij->hj", q, state) / jnp.sum(q * norm, axis=1)[:, None]

    heads, _, d = q.shape
    start = jnp.zeros((heads, d, v.shape[2])), jnp.zeros((heads, d))
    along = tuple(jnp.swapaxes(a, 0, 1) for a in (feature(q), feature(k), v))
    (state, norm), out = lax.scan(step, start, along)
    return jnp.swapaxes(out, 0, 1), state, norm
