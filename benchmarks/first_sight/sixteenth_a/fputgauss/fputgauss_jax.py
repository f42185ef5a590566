import jax
import jax.numpy as jnp
from jax import lax


def force(q, alpha):
    s = jnp.diff(jnp.pad(q, 1))
    t = s + alpha * s * s
    return t[1:] - t[:-1]


@jax.jit
def fput(q, p, energy, dt, alpha, tol=1e-13, most=50):
    r = jnp.sqrt(3.0) / 6.0
    a11, a12, a21, a22 = 0.25, 0.25 - r, 0.25 + r, 0.25

    def step(state, _):
        q, p = state

        def turn(s):
            v1, v2, _, _, _, turns = s
            g1 = force(q + dt * (a11 * v1 + a12 * v2), alpha)
            g2 = force(q + dt * (a21 * v1 + a22 * v2), alpha)
            w1 = p + dt * (a11 * g1 + a12 * g2)
            w2 = p + dt * (a21 * g1 + a22 * g2)
            gap = jnp.maximum(jnp.abs(w1 - v1).max(), jnp.abs(w2 - v2).max())
            return w1, w2, g1, g2, gap, turns + 1
        v1, v2, f1, f2, _, _ = lax.while_loop(lambda s: (s[4] > tol) & (s[5] < most), turn, (p, p, p, p, 1.0, 0))
        q = q + 0.5 * dt * (v1 + v2)
        p = p + 0.5 * dt * (f1 + f2)
        s = jnp.diff(jnp.pad(q, 1))
        return (q, p), 0.5 * jnp.sum(p**2) + jnp.sum(0.5 * s**2 + alpha / 3.0 * s**3)
    (q, p), energy = lax.scan(step, (q, p), None, length=energy.size)
    return q, p, energy
