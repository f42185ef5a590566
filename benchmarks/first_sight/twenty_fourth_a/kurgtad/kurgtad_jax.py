from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def parts(s, gravity):
    """Flux and its speed."""
    rest = (1.0 - s) ** 2
    whole = s ** 2 + 0.25 * rest
    f, g = s ** 2 / whole, 1.0 - gravity * rest
    return f * g, jnp.abs(0.5 * s * (1.0 - s) / whole ** 2 * g + f * 2.0 * gravity * (1.0 - s))


def along(s, h, gravity):
    p = jnp.pad(s, ((2, 2), (0, 0)), mode="edge")
    step = jnp.diff(p, axis=0)
    a, b = step[:-1], step[1:]
    slope = jnp.where(a * b <= 0.0, 0.0, jnp.where(jnp.abs(a) < jnp.abs(b), a, b))
    left, right = p[1:-2] + 0.5 * slope[:-1], p[2:-1] - 0.5 * slope[1:]
    (fl, sl), (fr, sr) = parts(left, gravity), parts(right, gravity)
    f = 0.5 * (fl + fr) - 0.5 * jnp.maximum(sl, sr) * (right - left)
    return -(f[1:] - f[:-1]) / h


@partial(jax.jit, static_argnums=3)
def kurgtad(s, h, dt, steps):
    def change(s):
        return along(s, h, 5.0) + along(s.T, h, 0.0).T

    def step(s, _):
        half = s + dt * change(s)
        s = 0.5 * (s + half + dt * change(half))
        return s, jnp.mean(s)

    return lax.scan(step, s, None, length=steps)
