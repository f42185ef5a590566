import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def solve(b, cx, cy, shift, tol, most):
    size = jnp.linalg.norm(b)

    def apply(u):
        w = jnp.pad(u, 1)
        return ((4.0 + shift) * u - (1.0 + cy) * w[:-2, 1:-1] - (1.0 - cy) * w[2:, 1:-1]
                - (1.0 + cx) * w[1:-1, :-2] - (1.0 - cx) * w[1:-1, 2:])

    def going(state):
        return (state[0] < most) & ~state[-1]

    def step(state):
        k, x, r, p, v, rho, alpha, omega, _ = state
        before, rho = rho, jnp.sum(b * r)
        p = r + rho / before * alpha / omega * (p - omega * v)
        v = apply(p)
        alpha = rho / jnp.sum(b * v)
        s = r - alpha * v
        half = jnp.linalg.norm(s) < tol * size
        t = apply(s)
        omega = jnp.where(half, 0.0, jnp.sum(t * s) / jnp.sum(t * t))
        r = s - omega * t
        return k + 1, x + alpha * p + omega * s, r, p, v, rho, alpha, omega, half | (jnp.linalg.norm(r) < tol * size)

    zero = jnp.zeros_like(b)
    state = lax.while_loop(going, step, (0, zero, b, zero, zero, 1.0, 1.0, 1.0, size == 0.0))
    return state[1], state[0]
