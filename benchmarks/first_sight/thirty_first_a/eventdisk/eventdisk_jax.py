from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=3)
def eventdisk(x, v, radius, events):
    n = x.shape[0]
    upper = jnp.triu(jnp.ones((n, n), bool), 1)

    def event(_, state):
        x, v, time, push, met = state
        still = v == 0.0
        walls = jnp.where(v > 0.0, 1.0 - radius - x, radius - x) / jnp.where(still, 1.0, v)
        walls = jnp.where(still, jnp.inf, walls)
        dx, dv = x[:, None] - x, v[:, None] - v
        b, vv = (dx * dv).sum(-1), (dv * dv).sum(-1)
        d = b * b - vv * ((dx * dx).sum(-1) - 4.0 * radius * radius)
        hit = upper & (b < 0.0) & (d > 0.0)
        pairs = jnp.where(hit, -(b + jnp.sqrt(jnp.where(hit, d, 0.0))) / jnp.where(hit, vv, 1.0), jnp.inf)
        w, p = jnp.argmin(walls), jnp.argmin(pairs)
        soon = jnp.minimum(walls.ravel()[w], pairs.ravel()[p])
        x = x + soon * v

        def bounce(v, push, met):
            i, axis = w // 2, w % 2
            return v.at[i, axis].multiply(-1.0), push + 2.0 * jnp.abs(v[i, axis]), met

        def collide(v, push, met):
            i, j = p // n, p % n
            along = x[i] - x[j]
            along = along / jnp.sqrt(along @ along)
            given = jnp.dot(v[i] - v[j], along) * along
            return v.at[i].add(-given).at[j].add(given), push, met.at[i].add(1).at[j].add(1)

        v, push, met = lax.cond(walls.ravel()[w] <= pairs.ravel()[p], bounce, collide, v, push, met)
        return x, v, time + soon, push, met

    x, v, time, push, met = lax.fori_loop(0, events, event, (x, v, 0.0, 0.0, jnp.zeros(n, jnp.int64)))
    return time, push / (4.0 * time), met, x, v
