from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=(5, 6, 7))
def grains(x, y, vx, vy, radius, width, height, steps, dt=0.002, stiff=2000.0, damp=6.0):
    n = x.shape[0]
    other = ~jnp.eye(n, dtype=bool)
    reach = radius[:, None] + radius
    mass = radius**2

    def step(state, _):
        x, y, vx, vy = state
        dx, dy = x[:, None] - x, y[:, None] - y
        square = dx * dx + dy * dy
        touch = other & (square < reach * reach)
        far = jnp.sqrt(jnp.where(touch, square, 1.0))
        nx, ny = dx / far, dy / far
        ux, uy = vx[:, None] - vx, vy[:, None] - vy
        along = ux * nx + uy * ny
        push = jnp.where(touch, jnp.maximum(stiff * (reach - far) - damp * along, 0.0), 0.0)
        tx, ty = ux - along * nx, uy - along * ny
        size = jnp.sqrt(tx * tx + ty * ty)
        drag = jnp.where(touch & (size > 1e-12), jnp.minimum(0.4 * push, damp * size) / jnp.maximum(size, 1e-12), 0.0)
        fx = jnp.sum(push * nx - drag * tx, axis=1)
        fy = jnp.sum(push * ny - drag * ty, axis=1) - 9.81 * mass
        fx = fx + jnp.where(x < radius, stiff * (radius - x) - damp * vx, 0.0)
        fx = fx + jnp.where(x > width - radius, stiff * (width - radius - x) - damp * vx, 0.0)
        fy = fy + jnp.where(y < radius, stiff * (radius - y) - damp * vy, 0.0)
        vx, vy = vx + dt * fx / mass, vy + dt * fy / mass
        return (x + dt * vx, y + dt * vy, vx, vy), touch.sum() // 2
    (x, y, vx, vy), touches = lax.scan(step, (x, y, vx, vy), None, length=steps)
    return touches, x, y, vx, vy
