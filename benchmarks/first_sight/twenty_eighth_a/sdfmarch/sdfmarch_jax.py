from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def melt(a, b, k):
    h = jnp.clip(0.5 + 0.5 * (b - a) / k, 0.0, 1.0)
    return b + (a - b) * h - k * h * (1.0 - h)


def scene(p):
    x, y, z = p.T
    ball = jnp.sqrt(x * x + (y - 0.2) ** 2 + z * z) - 0.8
    q = jnp.abs(p - jnp.array([0.9, -0.3, 0.2])) - jnp.array([0.5, 0.35, 0.5])
    box = jnp.sqrt(jnp.sum(jnp.maximum(q, 0.0) ** 2, axis=1)) + jnp.minimum(jnp.max(q, axis=1), 0.0) - 0.05
    ring = jnp.hypot(jnp.hypot(x + 1.1, z - 0.3) - 0.6, y + 0.4) - 0.2
    return jnp.minimum(melt(melt(ball, box, 0.3), ring, 0.2), y + 0.8)


@partial(jax.jit, static_argnums=2)
def sdfmarch(eye, sun, n, e=1e-4):
    s = jnp.linspace(-0.6, 0.6, n)
    d = jnp.stack(jnp.broadcast_arrays(s[None, :], -s[:, None] - 0.25, 1.0), axis=-1).reshape(-1, 3)
    d = d / jnp.linalg.norm(d, axis=1, keepdims=True)

    def step(state):
        t, on, hit, steps, k = state
        gap = scene(eye + t[:, None] * d)
        near = gap < 1e-4 * t
        new = jnp.where(on & ~near, t + gap, t)
        return new, on & ~near & (new < 12.0), hit | (on & near), steps + jnp.sum(on), k + 1

    start = (jnp.full(n * n, 0.02), jnp.ones(n * n, bool), jnp.zeros(n * n, bool), 0, 0)
    t, _, hit, steps, _ = lax.while_loop(lambda s: (s[4] < 80) & jnp.any(s[1]), step, start)
    p = eye + t[:, None] * d
    normal = jnp.stack([scene(p + e * axis) - scene(p - e * axis) for axis in jnp.eye(3)], axis=1)
    normal = normal / jnp.sqrt(jnp.sum(normal * normal, axis=1, keepdims=True))
    p = p + 0.002 * normal

    def shade(_, state):
        light, far = state
        gap = scene(p + far[:, None] * sun)
        return jnp.minimum(light, 9.0 * gap / far), far + jnp.clip(gap, 0.04, 0.4)

    light, _ = lax.fori_loop(0, 20, shade, (jnp.ones(n * n), jnp.full(n * n, 0.05)))
    lit = 0.15 + 0.85 * jnp.maximum(normal @ sun, 0.0) * jnp.maximum(light, 0.0)
    image = jnp.where(hit, lit, 0.1 + 0.3 * jnp.maximum(d[:, 1], 0.0))
    return image.reshape(n, n), jnp.where(hit, t, 0.0).reshape(n, n), steps
