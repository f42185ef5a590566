import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def spread(H, bed, rate, dx, end):
    stiffness = 2.0 / 5.0 * 1e-16 * (910.0 * 9.81) ** 3

    def step(state):
        H, t, steps = state
        s = bed + H
        thick = 0.25 * (H[1:, 1:] + H[:-1, 1:] + H[1:, :-1] + H[:-1, :-1])
        sx = (s[1:, 1:] - s[:-1, 1:] + s[1:, :-1] - s[:-1, :-1]) / (2.0 * dx)
        sy = (s[1:, 1:] - s[1:, :-1] + s[:-1, 1:] - s[:-1, :-1]) / (2.0 * dx)
        D = stiffness * thick**5 * (sx**2 + sy**2)
        dt = jnp.minimum(jnp.minimum(end - t, 0.12 * dx**2 / jnp.maximum(jnp.max(D), 1.0)), 20.0)
        qx = 0.5 * (D[:, 1:] + D[:, :-1]) * (s[1:, 1:-1] - s[:-1, 1:-1]) / dx
        qy = 0.5 * (D[1:, :] + D[:-1, :]) * (s[1:-1, 1:] - s[1:-1, :-1]) / dx
        H = H.at[1:-1, 1:-1].add(dt * ((qx[1:] - qx[:-1]) / dx + (qy[:, 1:] - qy[:, :-1]) / dx + rate[1:-1, 1:-1]))
        return jnp.maximum(H, 0.0), t + dt, steps + 1

    H, _, steps = lax.while_loop(lambda s: s[1] < end, step, (H, 0.0, 0))
    return steps, jnp.sum(H) * dx**2, jnp.sum(H != 0.0), H
