import jax
import jax.numpy as jnp
from jax import lax


def curvature(phi, eps=0.01):
    p = jnp.pad(phi, 1, mode="edge")
    dx, dy = p[1:-1, 2:] - phi, p[2:, 1:-1] - phi
    cx, cy = 0.5 * (p[1:-1, 2:] - p[1:-1, :-2]), 0.5 * (p[2:, 1:-1] - p[:-2, 1:-1])
    nx = dx / jnp.sqrt(dx * dx + cy * cy + eps)
    ny = dy / jnp.sqrt(cx * cx + dy * dy + eps)
    return (nx + ny).at[:, 1:].add(-nx[:, :-1]).at[1:].add(-ny[:-1])


@jax.jit
def chanvese(image, phi, steps, mu=0.1, dt=0.5, tol=1e-5):
    def go(state):
        return (state[3] < steps) & (state[4] >= tol)

    def turn(state):
        phi, _, _, used, _ = state
        inside = phi > 0.0
        count = jnp.sum(inside)
        inner = jnp.sum(jnp.where(inside, image, 0.0)) / jnp.maximum(count, 1)
        outer = jnp.sum(jnp.where(inside, 0.0, image)) / jnp.maximum(image.size - count, 1)
        near = 1.0 / (jnp.pi * (1.0 + phi * phi))
        step = dt * near * (mu * curvature(phi) - (image - inner) ** 2 + (image - outer) ** 2)
        return phi + step, inner, outer, used + 1, jnp.sqrt(jnp.mean(step ** 2))

    phi, inner, outer, used, _ = lax.while_loop(go, turn, (phi, 0.0, 0.0, 0, jnp.inf))
    return inner, outer, used, phi
