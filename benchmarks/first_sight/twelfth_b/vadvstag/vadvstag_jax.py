import jax
import jax.numpy as jnp
from jax import lax

BETA = 0.2


@jax.jit
def advect(tend, u, wcon, dtr):
    explicit, implicit = 0.5 - BETA, 0.5 + BETA
    w = jnp.moveaxis(0.25 * (wcon[1:] + wcon[:-1]), 2, 0)
    v, rhs = jnp.moveaxis(u, 2, 0), jnp.moveaxis(tend, 2, 0)
    low = (-w).at[0].set(0.0)
    high = jnp.concatenate([w[1:], jnp.zeros_like(w[:1])])
    below, above = jnp.concatenate([v[:1], v[:-1]]), jnp.concatenate([v[1:], v[-1:]])
    d = dtr * v + rhs - low * explicit * (below - v) - high * explicit * (above - v)
    a, c = low * implicit, high * implicit

    def forward(state, x):
        a, c, d = x
        divided = 1.0 / (dtr - a - c - state[0] * a)
        state = (c * divided, (d - state[1] * a) * divided)
        return state, state
    zero = jnp.zeros_like(v[0])
    _, (c, d) = lax.scan(forward, (zero, zero), (a, c, d))

    def backward(data, x):
        data = x[1] - x[0] * data
        return data, data
    _, data = lax.scan(backward, zero, (c, d), reverse=True)
    return jnp.moveaxis(dtr * (data - v), 0, 2)
