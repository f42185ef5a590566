import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def carry(psi, u, v, steps):
    tiny = jnp.float32(1e-12)
    cx, cy = u[1:, :], v[:, 1:]
    across = jnp.pad(0.25 * (cy[:-1, :-1] + cy[1:, :-1] + cy[:-1, 1:] + cy[1:, 1:]), ((0, 0), (1, 1)))
    along = jnp.pad(0.25 * (cx[:-1, :-1] + cx[1:, :-1] + cx[:-1, 1:] + cx[1:, 1:]), ((1, 1), (0, 0)))

    def flux(left, right, c):
        return jnp.maximum(c, 0.0) * left + jnp.minimum(c, 0.0) * right

    def upwind(psi, cx, cy):
        fx = flux(psi[1:-1, :-1], psi[1:-1, 1:], cx)
        fy = flux(psi[:-1, 1:-1], psi[1:, 1:-1], cy)
        return psi.at[1:-1, 1:-1].add(-(fx[:, 1:] - fx[:, :-1] + fy[1:, :] - fy[:-1, :]))

    def step(_, psi):
        f = upwind(psi, cx, cy)
        a, b = f[1:-1, :-1], f[1:-1, 1:]
        top, low = f[2:, 1:] + f[2:, :-1], f[:-2, 1:] + f[:-2, :-1]
        ax = (jnp.abs(cx) - cx**2) * (b - a) / (b + a + tiny) - 0.5 * cx * across * (top - low) / (top + low + tiny)
        a, b = f[:-1, 1:-1], f[1:, 1:-1]
        right, left = f[1:, 2:] + f[:-1, 2:], f[1:, :-2] + f[:-1, :-2]
        ay = (jnp.abs(cy) - cy**2) * (b - a) / (b + a + tiny) - 0.5 * cy * along * (right - left) / (right + left + tiny)
        return jnp.maximum(upwind(f, ax, ay), 0.0)

    return lax.fori_loop(0, steps, step, psi)
