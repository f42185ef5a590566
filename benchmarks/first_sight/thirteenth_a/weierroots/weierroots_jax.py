import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def allroots(coefficients, tolerance=1e-10, limit=200):
    count, degree = coefficients.shape[0], coefficients.shape[1] - 1
    start = jnp.broadcast_to((0.4 + 0.9j) ** jnp.arange(degree), (count, degree))
    itself = jnp.eye(degree, dtype=bool)

    def turn(state):
        z, _, turns = state
        p = jnp.ones_like(z)
        for k in range(1, degree + 1):
            p = p * z + coefficients[:, k, None]
        q = jnp.prod(jnp.where(itself, 1.0, z[:, :, None] - z[:, None, :]), axis=2)
        step = p / q
        return z - step, jnp.max(jnp.abs(step)), turns + 1
    return lax.while_loop(lambda s: (s[1] > tolerance) & (s[2] < limit), turn, (start, 1.0, 0))[0]
