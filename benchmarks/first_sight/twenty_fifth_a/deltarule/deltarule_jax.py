import jax
import jax.numpy as jnp
from jax import lax


def unit(x):
    return x * lax.rsqrt(jnp.sum(x * x, axis=-1, keepdims=True) + 1e-6)


@jax.jit
def deltarule(q, k, v, strength, forget, gain):
    heads, times, d = q.shape
    q = unit(q) / d ** 0.5
    k = unit(k)
    beta, keep = jax.nn.sigmoid(strength), jnp.exp(-0.1 * jax.nn.softplus(forget))

    def step(state, now):
        q, k, v, beta, keep = now
        state = state * keep[:, None, None]
        wrong = v - jnp.einsum("hij,hj->hi", state, k)
        state = state + (beta[:, None] * wrong)[:, :, None] * k[:, None, :]
        return state, jnp.einsum("hij,hj->hi", state, q)

    first = jnp.zeros((heads, d, d), q.dtype)
    state, out = lax.scan(step, first, jax.tree.map(lambda a: jnp.moveaxis(a, 1, 0), (q, k, v, beta, keep)))
    out = jnp.moveaxis(out, 0, 1)
    return out * lax.rsqrt(jnp.mean(out ** 2, axis=-1, keepdims=True) + 1e-5) * gain[:, None, :], state
