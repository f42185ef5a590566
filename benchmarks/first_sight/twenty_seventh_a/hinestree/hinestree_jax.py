from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def trap(x, y):
    r = x / y
    small = jnp.abs(r) < 1e-6
    return jnp.where(small, y * (1.0 - 0.5 * r), x / jnp.where(small, 1.0, jnp.expm1(r)))


def gate(value, alpha, beta, dt):
    total = alpha + beta
    return value + (1.0 - jnp.exp(-dt * total)) * (alpha / total - value)


def hines(main, along, parent, b):
    n = main.size

    def up(k, state):
        main, b = state
        i = n - 1 - k
        f = along[i] / main[i]
        return main.at[parent[i]].add(-f * along[i]), b.at[parent[i]].add(f * b[i])

    main, b = lax.fori_loop(0, n - 1, up, (main, b))

    def down(i, b):
        return b.at[i].set((b[i] + along[i] * b[parent[i]]) / main[i])

    return lax.fori_loop(1, n, down, b.at[0].set(b[0] / main[0]))


@partial(jax.jit, static_argnums=5)
def hinestree(parent, area, along, v, current, steps, dt=0.025):
    def step(state, _):
        v, m, h, n = state
        m = gate(m, 0.1 * trap(-(v + 40.0), 10.0), 4.0 * jnp.exp(-(v + 65.0) / 18.0), dt)
        h = gate(h, 0.07 * jnp.exp(-(v + 65.0) / 20.0), 1.0 / (jnp.exp(-(v + 35.0) / 10.0) + 1.0), dt)
        n = gate(n, 0.01 * trap(-(v + 55.0), 10.0), 0.125 * jnp.exp(-(v + 65.0) / 80.0), dt)
        gna, gk, leak = 120.0 * m ** 3 * h, 36.0 * n ** 4, 0.3
        main = area * (1.0 / dt + gna + gk + leak)
        b = area * (v / dt + gna * 50.0 - gk * 77.0 - leak * 54.3) + current
        main = main.at[1:].add(along[1:]).at[parent[1:]].add(along[1:])
        new = hines(main, along, parent, b)
        return (new, m, h, n), (new[0], (v[0] < 0.0) & (new[0] >= 0.0))

    start = v, jnp.full_like(v, 0.05), jnp.full_like(v, 0.6), jnp.full_like(v, 0.32)
    (v, _, _, _), (trace, over) = lax.scan(step, start, None, length=steps)
    return trace, jnp.sum(over), v
