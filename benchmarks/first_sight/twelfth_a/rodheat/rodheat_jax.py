from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def conductivity(u):
    return 1.0 + 0.002 * (u - 300.0)


@partial(jax.jit, static_argnums=1)
def rodheat(u, T, dt=1e-4, cold=300.0):
    n = u.shape[0]
    r = dt * (n - 1) ** 2

    def step(u, _):
        k = r * conductivity(0.5 * (u[:-1] + u[1:]))
        east = jnp.concatenate([k[1:], jnp.zeros(1)])

        def down(state, x):
            west, east, right = x
            pivot = 1.0 + west + east - west * state[0]
            state = (east / pivot, (right + west * state[1]) / pivot)
            return state, state
        _, (c, d) = lax.scan(down, (0.0, cold), (k, east, u[1:]))

        def up(after, x):
            now = x[1] + x[0] * after
            return now, now
        _, rest = lax.scan(up, 0.0, (c, d), reverse=True)
        u = jnp.concatenate([jnp.full(1, cold), rest])
        return u, jnp.mean(u)
    u, mean = lax.scan(step, u, None, length=T)
    return mean, u
