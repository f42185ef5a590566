import jax
import jax.numpy as jnp
from jax import lax


def slopes(r, m, p, K, gamma):
    p = jnp.maximum(p, 0.0)
    rho = (p / K) ** (1.0 / gamma)
    eps = rho + p / (gamma - 1.0)
    shell = 4.0 * jnp.pi * r * r
    return jnp.stack((shell * eps, -(eps + p) * (m + shell * r * p) / (r * (r - 2.0 * m)), shell * rho / jnp.sqrt(1.0 - 2.0 * m / r)))


@jax.jit
def tovstar(dense, h, K=100.0, gamma=2.0):
    p = K * dense ** gamma
    eps = dense + p / (gamma - 1.0)
    m = 4.0 / 3.0 * jnp.pi * h ** 3 * eps
    baryons = 4.0 / 3.0 * jnp.pi * h ** 3 * dense
    p = p - 2.0 / 3.0 * jnp.pi * (eps + p) * (eps + 3.0 * p) * h * h

    def step(state):
        r, y, radius, alive = state
        f1 = slopes(r, y[0], y[1], K, gamma)
        a = y + 0.5 * h * f1
        f2 = slopes(r + 0.5 * h, a[0], a[1], K, gamma)
        b = y + 0.5 * h * f2
        f3 = slopes(r + 0.5 * h, b[0], b[1], K, gamma)
        c = y + h * f3
        f4 = slopes(r + h, c[0], c[1], K, gamma)
        new = y + h / 6.0 * (f1 + 2.0 * f2 + 2.0 * f3 + f4)
        ends = alive & (new[1] <= 1e-14)
        radius = jnp.where(ends, r + h * y[1] / (y[1] - new[1]), radius)
        alive = alive & ~ends
        y = jnp.where(alive, new, y.at[1].set(0.0))
        return r + h, y, radius, alive

    start = (jnp.asarray(h, dense.dtype), jnp.stack((m, p, baryons)), jnp.zeros(dense.size), p > 0.0)
    _, y, radius, _ = lax.while_loop(lambda s: jnp.any(s[3]), step, start)
    return radius, y[0], y[2], jnp.argmax(y[0])
