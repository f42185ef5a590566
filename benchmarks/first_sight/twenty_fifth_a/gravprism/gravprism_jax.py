import jax
import jax.numpy as jnp
from jax import lax


def corner(dx, dy, dz):
    r = jnp.sqrt(dx ** 2 + dy ** 2 + dz ** 2)
    return dx * jnp.log(dy + r) + dy * jnp.log(dx + r) - dz * jnp.arctan2(dx * dy, dz * r)


@jax.jit
def gravprism(prisms, density, x, y, z):
    def add(field, body):
        prism, rho = body
        total = jnp.zeros_like(x)
        for i in range(2):
            for j in range(2):
                for k in range(2):
                    total += (-1) ** (i + j + k) * corner(prism[0, i] - x, prism[1, j] - y, prism[2, k] - z)
        return field + 6.6743e-11 * 1e5 * rho * total, None

    field, _ = lax.scan(add, jnp.zeros_like(x), (prisms, density))
    north, east = jnp.gradient(field)
    return field, jnp.hypot(east, north), jnp.argmax(field) // field.shape[1]
