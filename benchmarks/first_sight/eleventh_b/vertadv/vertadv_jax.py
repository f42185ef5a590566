import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def vertical(q, w, dz, dt):
    speed = (0.25 * dt / dz)[:, None, None]
    down = (-speed * w[:-1]).at[0].set(0.0)
    up = (speed * w[1:]).at[-1].set(0.0)
    lower = jnp.concatenate([q[:1], q[:-1]])
    upper = jnp.concatenate([q[1:], q[-1:]])
    right = q - down * (lower - q) - up * (upper - q)

    def forward(s, x):
        ratio, rhs = s
        d, u, r = x
        centre = 1.0 - d - u - d * ratio
        s = (u / centre, (r - d * rhs) / centre)
        return s, s
    zero = jnp.zeros_like(q[0])
    _, (ratio, rhs) = lax.scan(forward, (zero, zero), (down, up, right))

    def backward(above, x):
        here = x[1] - x[0] * above
        return here, here
    return lax.scan(backward, zero, (ratio, rhs), reverse=True)[1]
