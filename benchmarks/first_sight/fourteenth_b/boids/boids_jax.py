from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def limited(vectors, most):
    size = jnp.sqrt(jnp.sum(vectors**2, axis=1, keepdims=True))
    return jnp.where(size > most, vectors * (most / jnp.where(size > 0.0, size, 1.0)), vectors)


@partial(jax.jit, static_argnums=3)
def flock(at, speed, box, steps, dt=0.05, sight=1.2, apart=0.4):
    other = ~jnp.eye(at.shape[0], dtype=bool)

    def step(state, _):
        at, speed = state
        gx, gy = (at[:, k][None, :] - at[:, k][:, None] for k in (0, 1))
        gx, gy = gx - box * jnp.round(gx / box), gy - box * jnp.round(gy / box)
        square = gx * gx + gy * gy
        seen = other & (square < sight**2)
        close = other & (square < apart**2)
        count = jnp.maximum(seen.sum(axis=1), 1)[:, None]
        middle = jnp.stack([jnp.sum(jnp.where(seen, g, 0.0), axis=1) for g in (gx, gy)], axis=1) / count
        heading = (seen.astype(float) @ speed) / count - speed * seen.any(axis=1)[:, None]
        push = jnp.where(close, 1.0 / jnp.where(close, square, 1.0), 0.0)
        flee = -jnp.stack([jnp.sum(push * gx, axis=1), jnp.sum(push * gy, axis=1)], axis=1)
        force = limited(0.8 * middle + heading, 3.0) + limited(0.6 * flee, 4.0)
        speed = limited(speed + dt * force, 2.0)
        total = speed / jnp.sqrt(jnp.sum(speed**2, axis=1, keepdims=True))
        order = jnp.sqrt(jnp.sum(total.mean(axis=0) ** 2))
        return ((at + dt * speed) % box, speed), (order, close.sum() // 2)
    (at, speed), (order, near) = lax.scan(step, (at, speed), None, length=steps)
    return order, near, at, speed
