from functools import partial

import jax
from jax import lax


@partial(jax.jit, static_argnames="T")
def yeeplane(ex, ey, hz, pulse, T):
    def step(t, state):
        ex, ey, hz = state
        ey = ey.at[0].set(pulse[t])
        ey = ey.at[1:].add(-0.5 * (hz[1:] - hz[:-1]))
        ex = ex.at[:, 1:].add(-0.5 * (hz[:, 1:] - hz[:, :-1]))
        hz = hz.at[:-1, :-1].add(-0.7 * (ex[:-1, 1:] - ex[:-1, :-1] + ey[1:, :-1] - ey[:-1, :-1]))
        return ex, ey, hz
    return lax.fori_loop(0, T, step, (ex, ey, hz))
