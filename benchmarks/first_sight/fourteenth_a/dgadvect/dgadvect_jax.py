from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

A = (0.0, -567301805773.0 / 1357537059087.0, -2404267990393.0 / 2016746695238.0, -3550918686646.0 / 2091501179385.0,
     -1275806237668.0 / 842570457699.0)
B = (1432997174477.0 / 9575080441755.0, 5161836677717.0 / 13612068292357.0, 1720146321549.0 / 2090206949498.0,
     3134564353537.0 / 4481467310338.0, 2277821191437.0 / 14882151754819.0)


@partial(jax.jit, static_argnums=10)
def carried(u, D, lift, inner, outer, normal, faces, speed, scale, dt, steps, alpha=0.3):
    wind = 0.5 * (speed * normal - (1.0 - alpha) * jnp.abs(speed * normal))

    def step(state, _):
        u, store = state
        for a, b in zip(A, B):
            flat = u.reshape(-1)
            slope = scale * (lift @ (wind * (flat[faces] - flat[outer])) - speed * (D @ u))
            store = a * store + dt * slope
            u = u + b * store
        return (u, store), jnp.max(jnp.abs(u[inner]))
    (u, _), middle = lax.scan(step, (u, jnp.zeros_like(u)), None, length=steps)
    return middle, u
