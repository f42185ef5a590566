from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=3)
def helmholtz(b, slow, tolerance, limit):
    def operator(u):
        q = jnp.pad(u, 1)
        return (4.0 - slow) * u - q[:-2, 1:-1] - q[2:, 1:-1] - q[1:-1, :-2] - q[1:-1, 2:]
    size = jnp.sqrt(jnp.sum(b * b))

    def turn(state):
        x, v, v_old, w, w_old, eta, before, c, c_old, s, s_old, history, turns = state
        p = operator(v)
        alpha = jnp.sum(v * p)
        p = p - alpha * v - before * v_old
        beta = jnp.sqrt(jnp.sum(p * p))
        delta = c * alpha - c_old * s * before
        first = jnp.sqrt(delta**2 + beta**2)
        second, third = s * alpha + c_old * c * before, s_old * before
        c_new, s_new = delta / first, beta / first
        w_new = (v - third * w_old - second * w) / first
        x = x + c_new * eta * w_new
        eta = -s_new * eta
        history = history.at[turns].set(jnp.abs(eta) / size)
        return x, p / beta, v, w_new, w, eta, beta, c_new, c, s_new, s, history, turns + 1
    zero, none = jnp.zeros_like(b), jnp.zeros(())
    state = (zero, b / size, zero, zero, zero, size, none, none + 1.0, none + 1.0, none, none, jnp.zeros(limit), 0)
    state = lax.while_loop(lambda q: (q[-1] < limit) & (jnp.abs(q[5]) > tolerance * size), turn, state)
    return state[0], state[11], state[12]
