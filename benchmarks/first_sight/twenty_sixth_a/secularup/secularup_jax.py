import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def secularup(d, z, rho, tol):
    n = d.size
    z2 = z ** 2

    def secular(t, delta):
        return 1.0 + rho * jnp.sum(z2 / (delta - t[:, None]), axis=1)

    width = jnp.append(jnp.diff(d), rho * jnp.sum(z2))
    i = jnp.arange(n)
    right = (secular(0.5 * width, d - d[:, None]) < 0.0) & (i < n - 1)
    origin = jnp.where(right, jnp.roll(d, -1), d)
    delta = d - origin[:, None]

    def step(state):
        lo, hi = state
        mid = 0.5 * (lo + hi)
        below = secular(mid, delta) < 0.0
        return jnp.where(below, mid, lo), jnp.where(below, hi, mid)

    start = jnp.where(right, -0.5 * width, 0.0), jnp.where(right, 0.0, jnp.where(i < n - 1, 0.5 * width, width))
    lo, hi = lax.while_loop(lambda s: jnp.any(s[1] - s[0] > tol * jnp.maximum(jnp.abs(s[0]), jnp.abs(s[1]))), step, start)
    t = 0.5 * (lo + hi)
    gap = t[:, None] - delta
    apart = jnp.where(i[:, None] < i, d[:, None] - d, jnp.roll(d, -1)[:, None] - d).at[-1].set(1.0)
    zhat = jnp.copysign(jnp.sqrt(jnp.prod(gap / apart, axis=0) / rho), z)
    vectors = zhat / gap
    return origin + t, zhat, vectors / jnp.linalg.norm(vectors, axis=1, keepdims=True)
