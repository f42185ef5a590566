import jax
import jax.numpy as jnp
from jax import lax


def stumpff(z):
    up, down = z > 0.1, z < -0.1
    a = jnp.where(up, z, 1.0)
    b = jnp.where(down, -z, 1.0)
    p, q = jnp.sqrt(a), jnp.sqrt(b)
    c = (1.0 - z / 12.0 * (1.0 - z / 30.0 * (1.0 - z / 56.0 * (1.0 - z / 90.0 * (1.0 - z / 132.0))))) / 2.0
    s = (1.0 - z / 20.0 * (1.0 - z / 42.0 * (1.0 - z / 72.0 * (1.0 - z / 110.0 * (1.0 - z / 156.0))))) / 6.0
    c = jnp.where(up, (1.0 - jnp.cos(p)) / a, jnp.where(down, (jnp.cosh(q) - 1.0) / b, c))
    return c, jnp.where(up, (p - jnp.sin(p)) / (a * p), jnp.where(down, (jnp.sinh(q) - q) / (b * q), s))


@jax.jit
def keplunivs(r0, v0, dt, mu, tol=1e-11, rounds=60):
    root = jnp.sqrt(mu)
    far = jnp.linalg.norm(r0, axis=1)
    alpha = 2.0 / far - jnp.sum(v0 ** 2, axis=1) / mu
    along = jnp.sum(r0 * v0, axis=1) / root

    def laguerre(state):
        i, chi, _ = state
        z = alpha * chi ** 2
        c, s = stumpff(z)
        F = along * chi ** 2 * c + (1.0 - alpha * far) * chi ** 3 * s + far * chi - root * dt
        r = along * chi * (1.0 - z * s) + (1.0 - alpha * far) * chi ** 2 * c + far
        bend = along * (1.0 - z * c) + (1.0 - alpha * far) * chi * (1.0 - z * s)
        step = 5.0 * F / (r + jnp.sqrt(jnp.abs(16.0 * r ** 2 - 20.0 * F * bend)))
        return i + 1, chi - step, jnp.max(jnp.abs(step))

    _, chi, _ = lax.while_loop(lambda s: (s[0] < rounds) & (s[2] >= tol), laguerre, (0, root * dt / far, jnp.inf))
    z = alpha * chi ** 2
    c, s = stumpff(z)
    new = (1.0 - chi ** 2 / far * c)[:, None] * r0 + (dt - chi ** 3 * s / root)[:, None] * v0
    r = jnp.linalg.norm(new, axis=1)
    fdot, gdot = root / (r * far) * chi * (z * s - 1.0), 1.0 - chi ** 2 / r * c
    return new, fdot[:, None] * r0 + gdot[:, None] * v0, chi
