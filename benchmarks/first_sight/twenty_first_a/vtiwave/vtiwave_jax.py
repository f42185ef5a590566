from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

WEIGHTS = [np.float32(w) for w in (-205.0 / 72.0, 8.0 / 5.0, -1.0 / 5.0, 8.0 / 315.0, -1.0 / 560.0)]
R = 4


def second(f, axis):
    n = f.shape[axis]
    f = f[tuple(slice(None) if a == axis else slice(R, m - R) for a, m in enumerate(f.shape))]

    def at(r):
        return lax.slice_in_dim(f, R + r, n - R + r, axis=axis)

    return WEIGHTS[0] * at(0) + sum(WEIGHTS[r] * (at(r) + at(-r)) for r in range(1, R + 1))


@partial(jax.jit, static_argnums=7)
def vtiwave(p0, p1, q0, q1, speed2, epsilon, delta, steps):
    n = p0.shape[0]
    inner = (slice(R, n - R),) * 3
    fast, mixed, s = 1 + 2 * epsilon[inner], jnp.sqrt(1 + 2 * delta[inner]), speed2[inner]

    def step(state, _):
        p0, p1, q0, q1 = state
        flat, upright = second(p1, 1) + second(p1, 2), second(q1, 0)
        p = p0.at[inner].set(2 * p1[inner] - p0[inner] + s * (fast * flat + mixed * upright))
        q = q0.at[inner].set(2 * q1[inner] - q0[inner] + s * (mixed * flat + upright))
        return (p1, p, q1, q), p[n // 2, :, n // 2]

    (p0, p1, q0, q1), trace = lax.scan(step, (p0, p1, q0, q1), None, length=steps)
    if steps % 2:
        p0, p1, q0, q1 = p1, p0, q1, q0
    return trace, p0, p1, q0, q1
