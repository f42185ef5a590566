import jax
import jax.numpy as jnp
from jax import lax


def sweep(q, e):
    def turn(d, rows):
        low, beside = rows
        top = d + beside
        ratio = low / top
        return d * ratio, (top, beside * ratio)

    d, (top, beside) = lax.scan(turn, q[0], (q[1:], e))
    return jnp.concatenate((top, d[None])), beside


@jax.jit
def dqdsval(q, e, most, tol=1e-14):
    def go(state):
        q, e, sweeps = state
        return (sweeps < most) & jnp.any(e > tol * q[1:])

    def step(state):
        q, e, sweeps = state
        return *sweep(q, e), sweeps + 1

    q, e, sweeps = lax.while_loop(go, step, (q, e, 0))
    return jnp.sqrt(jnp.sort(q, axis=0)[::-1]), sweeps, q, e
