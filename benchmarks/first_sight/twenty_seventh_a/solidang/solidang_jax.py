import jax
import jax.numpy as jnp


@jax.jit
def solidang(point, corner, face):
    def wind(at):
        a, b, c = (corner[face[:, k]] - at for k in range(3))
        la, lb, lc = (jnp.sqrt(jnp.sum(v * v, axis=1)) for v in (a, b, c))
        over = jnp.sum(a * jnp.cross(b, c), axis=1)
        under = la * lb * lc + jnp.sum(a * b, axis=1) * lc + jnp.sum(b * c, axis=1) * la + jnp.sum(c * a, axis=1) * lb
        return jnp.sum(jnp.arctan2(over, under)) / (2.0 * jnp.pi)

    winding = jax.vmap(wind)(point)
    return winding, winding > 0.5
