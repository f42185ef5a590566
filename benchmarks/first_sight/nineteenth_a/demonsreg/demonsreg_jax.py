from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=2)
def register(fixed, moving, turns):
    h, w = fixed.shape
    gy, gx = jnp.gradient(fixed)

    def smooth(f):
        p = jnp.pad(f, ((2, 2), (0, 0)), mode="edge")
        f = (p[:-4] + 4.0 * p[1:-3] + 6.0 * p[2:-2] + 4.0 * p[3:-1] + p[4:]) / 16.0
        p = jnp.pad(f, ((0, 0), (2, 2)), mode="edge")
        return (p[:, :-4] + 4.0 * p[:, 1:-3] + 6.0 * p[:, 2:-2] + 4.0 * p[:, 3:-1] + p[:, 4:]) / 16.0

    def turn(state, _):
        dy, dx = state
        y = jnp.clip(jnp.arange(h)[:, None] + dy, 0.0, h - 1.001)
        x = jnp.clip(jnp.arange(w)[None, :] + dx, 0.0, w - 1.001)
        i, j = y.astype(int), x.astype(int)
        a, b = y - i, x - j
        gap = ((1.0 - a) * ((1.0 - b) * moving[i, j] + b * moving[i, j + 1])
               + a * ((1.0 - b) * moving[i + 1, j] + b * moving[i + 1, j + 1])) - fixed
        below = gy**2 + gx**2 + gap**2
        step = jnp.where(below > 1e-9, gap / jnp.maximum(below, 1e-9), 0.0)
        return (smooth(dy - step * gy), smooth(dx - step * gx)), jnp.mean(gap**2)

    zero = jnp.zeros_like(fixed)
    (dy, dx), history = lax.scan(turn, (zero, zero), None, length=turns)
    yy, yx = jnp.gradient(dy)
    xy, xx = jnp.gradient(dx)
    return dy, dx, history, jnp.min((1.0 + yy) * (1.0 + xx) - yx * xy)
