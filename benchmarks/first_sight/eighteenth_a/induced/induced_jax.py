import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def induce(x, alpha, field, tol):
    n = len(x)
    same = jnp.eye(n, dtype=bool)
    r = x[:, None, :] - x[None, :, :]
    d2 = jnp.where(same, 1.0, jnp.sum(r**2, axis=2))
    damp = jnp.where(same, 0.0, 1.0 - jnp.exp(-0.39 * d2**1.5 / jnp.sqrt(alpha[:, None] * alpha[None, :])))
    tensor = (3.0 * r[:, :, :, None] * r[:, :, None, :] * (damp / d2**2.5)[:, :, None, None]
              - jnp.eye(3) * (damp / d2**1.5)[:, :, None, None])
    tensor = jnp.swapaxes(tensor, 1, 2).reshape(3 * n, 3 * n)

    def turn(state):
        mu, _, turns = state
        new = alpha[:, None] * (field + (tensor @ mu.ravel()).reshape(n, 3))
        return 0.3 * mu + 0.7 * new, jnp.max(jnp.abs(new - mu)), turns + 1

    mu, _, turns = lax.while_loop(lambda s: s[1] > tol, turn, (alpha[:, None] * field, 1.0, 0))
    return mu, -0.5 * jnp.sum(mu * field), turns
