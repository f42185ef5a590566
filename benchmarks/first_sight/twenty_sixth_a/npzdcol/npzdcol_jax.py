from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=5)
def npzdcol(tracers, mixing, light, dz, dt, steps):
    a = (dt * mixing / dz ** 2).T
    zero = jnp.zeros_like(a[:1])
    up, down = jnp.concatenate([zero, a]), jnp.concatenate([a, zero])

    def eliminate(main, rows):
        u, d = rows
        w = u / main
        new = 1.0 + u + d - w * u
        return new, (w, new)

    _, (w, main) = lax.scan(eliminate, jnp.ones_like(a[0]), (up, down))

    def mix(c):
        def forward(before, row):
            now = row[0] + row[1] * before
            return now, now

        def back(after, row):
            now = (row[0] + row[1] * after) / row[2]
            return now, now

        start = jnp.zeros_like(c[0])
        return lax.scan(back, start, (lax.scan(forward, start, (c, w))[1], down, main), reverse=True)[1]

    def step(state, t):
        N, P, Z, D = state
        shade = 0.04 * dz + 0.03 * dz * P
        deep = jnp.cumsum(shade, axis=0) - 0.5 * shade
        sun = light * jnp.maximum(jnp.sin(2.0 * jnp.pi * t * dt), 0.0) * jnp.exp(-deep)
        grow = 1.5 * N / (0.5 + N) * sun / jnp.sqrt(sun ** 2 + 1600.0) * P
        graze = P ** 2 / (0.4 + P ** 2) * Z
        N, P, Z, D = (
            N + dt * (0.1 * D + 0.03 * Z - grow),
            P + dt * (grow - graze - 0.05 * P),
            Z + dt * (0.7 * graze - 0.03 * Z - 0.1 * Z ** 2),
            D + dt * (0.3 * graze + 0.05 * P + 0.1 * Z ** 2 - 0.1 * D),
        )
        flux = (8.0 * D).at[-1].set(0.0)
        D = D + dt / dz * (jnp.concatenate([jnp.zeros_like(flux[:1]), flux[:-1]]) - flux)
        state = jax.vmap(mix)(jnp.stack([N, P, Z, D]))
        return state, jnp.mean(jnp.sum(state[1], axis=0)) * dz

    state, bloom = lax.scan(step, jnp.swapaxes(tracers, 1, 2), jnp.arange(steps))
    return jnp.swapaxes(state, 1, 2), bloom
