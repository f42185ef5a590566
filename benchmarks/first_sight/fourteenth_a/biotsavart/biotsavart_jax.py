import jax
import jax.numpy as jnp


@jax.jit
def field(wires, currents, points, velocity):
    gap = points[:, None, None, :] - wires
    size = jnp.sqrt(jnp.sum(gap * gap, axis=-1))
    a, b, la, lb = gap[:, :, :-1], gap[:, :, 1:], size[:, :, :-1], size[:, :, 1:]
    share = currents[:, None] * (la + lb) / (la * lb * (la * lb + jnp.sum(a * b, axis=-1)))
    B = 1e-7 * jnp.sum(share[..., None] * jnp.cross(a, b), axis=(1, 2))
    strength = jnp.sqrt(jnp.sum(B**2, axis=1))
    along = B / strength[:, None]
    across = velocity - jnp.sum(velocity * along, axis=1, keepdims=True) * along
    return B, strength, jnp.cross(across, B)
