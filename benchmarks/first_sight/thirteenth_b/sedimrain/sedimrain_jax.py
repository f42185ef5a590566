import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def settle(q, rho, dz, dry, dt, a=36.34, b=0.1364, rate=2e-4, courant=0.8):
    slow = a * jnp.sqrt(1.2 / rho)

    def once(state):
        q, rain, left = state
        content = jnp.maximum(rho * q, 0.0)
        speed = slow * content**b
        step = jnp.minimum(left, courant * jnp.min(dz / jnp.maximum(speed, 1e-3)))
        flux = content * speed
        above = jnp.pad(flux[:, :-1], ((0, 0), (1, 0)))
        q = q + step * (above - flux) / (rho * dz)
        q = q - jnp.minimum(q, step * rate * dry * jnp.sqrt(content))
        return q, rain + step * flux[:, -1], left - step
    q, rain, _ = lax.while_loop(lambda s: s[2] > 0.0, once, (q, jnp.zeros(q.shape[0]), jnp.asarray(dt, q.dtype)))
    return rain, q
