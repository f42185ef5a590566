from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

TAU, EPS, DELTA, FOLD = 3e-4, 0.01, 0.02, 6.0
H, DT, LATENT = 0.03, 1e-4, 1.6


def laplacian(a):
    return (jnp.roll(a, 1, 0) + jnp.roll(a, -1, 0) + jnp.roll(a, 1, 1) + jnp.roll(a, -1, 1) - 4.0 * a) / H**2


def slope(a, axis):
    return (jnp.roll(a, -1, axis) - jnp.roll(a, 1, axis)) / (2.0 * H)


@partial(jax.jit, static_argnums=2)
def grow(phase, heat, steps):
    def step(state, _):
        phase, heat = state
        px, py = slope(phase, 1), slope(phase, 0)
        theta = jnp.arctan2(py, px)
        eps = EPS * (1.0 + DELTA * jnp.cos(FOLD * (theta - 0.2)))
        deps = -EPS * FOLD * DELTA * jnp.sin(FOLD * (theta - 0.2))
        turn = slope(eps * deps * px, 0) - slope(eps * deps * py, 1)
        drive = 0.9 / jnp.pi * jnp.arctan(10.0 * (1.0 - heat))
        rate = (turn + eps**2 * laplacian(phase) + phase * (1.0 - phase) * (phase - 0.5 + drive)) / TAU
        new = phase + DT * rate
        return (new, heat + DT * laplacian(heat) + LATENT * (new - phase)), jnp.mean(new > 0.5, dtype=jnp.float64)
    (phase, heat), solid = lax.scan(step, (phase, heat), None, length=steps)
    return solid, phase, heat
