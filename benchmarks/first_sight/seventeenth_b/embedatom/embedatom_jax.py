from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

CUT, WIDTH, DEPTH = 1.25, 0.25, 34.4


def forces(x, i, j, box):
    d = x[i] - x[j]
    d = d - box * jnp.round(d / box)
    r = jnp.sqrt(jnp.sum(d * d, axis=1))
    u = jnp.clip((CUT - r) / WIDTH, 0.0, 1.0)
    s, ds = u * u * (3.0 - 2.0 * u), -6.0 * u * (1.0 - u) / WIDTH
    attract = 1.0 / r**6
    repel = attract / r**3
    density = jnp.zeros(x.shape[0]).at[i].add(attract * s).at[j].add(attract * s)
    root = jnp.sqrt(density)
    along = repel * (ds - 9.0 * s / r) - 0.5 * DEPTH * (1.0 / root[i] + 1.0 / root[j]) * attract * (ds - 6.0 * s / r)
    pull = (along / r)[:, None] * d
    return jnp.zeros(x.shape).at[i].add(-pull).at[j].add(pull), jnp.sum(repel * s) - DEPTH * jnp.sum(root)


@partial(jax.jit, static_argnums=5)
def simulate(x, v, i, j, box, steps, dt=0.0005):
    def step(state, _):
        x, v, f = state
        v = v + 0.5 * dt * f
        x = (x + dt * v) % box
        f, potential = forces(x, i, j, box)
        v = v + 0.5 * dt * f
        return (x, v, f), jnp.stack([potential, 0.5 * jnp.sum(v * v)])
    (x, v, _), history = lax.scan(step, (x, v, forces(x, i, j, box)[0]), None, length=steps)
    return history, x, v
