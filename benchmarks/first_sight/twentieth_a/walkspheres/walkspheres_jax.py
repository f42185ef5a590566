import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def walk(x0, y0, angles, eps=1e-3):
    most = angles.shape[0]

    def body(state):
        k, x, y, steps, _ = state
        r = jnp.minimum(jnp.minimum(1.0 - jnp.abs(x), 1.0 - jnp.abs(y)), jnp.hypot(x, y) - 0.2)
        far = (r >= eps) & (steps == k)
        r = jnp.where(far, r, 0.0)
        return k + 1, x + r * jnp.cos(angles[k]), y + r * jnp.sin(angles[k]), steps + far, jnp.any(far)

    start = 0, x0, y0, jnp.zeros(x0.size, jnp.int64), True
    _, x, y, steps, _ = lax.while_loop(lambda s: (s[0] < most) & s[4], body, start)
    return jnp.where(x * x + y * y < 0.09, 1.0, x * x - y * y), steps
