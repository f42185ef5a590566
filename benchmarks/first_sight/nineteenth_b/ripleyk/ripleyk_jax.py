import jax
import jax.numpy as jnp


def besag(points, radii):
    n = len(points)
    distance = jnp.sqrt(jnp.sum((points[:, None, :] - points[None, :, :]) ** 2, axis=-1))
    distance = jnp.where(jnp.eye(n, dtype=bool), jnp.inf, distance)
    border = jnp.minimum(points, 1.0 - points).min(axis=1)

    def at(r):
        centre = border >= r
        total = jnp.sum((distance <= r) & centre[:, None])
        return jnp.where(centre.any(), total / (jnp.maximum(centre.sum(), 1) * n), 0.0)

    return jnp.sqrt(jax.lax.map(at, radii) / jnp.pi) - radii


@jax.jit
def envelope(points, drawn, radii):
    observed = besag(points, radii)
    chance = jax.lax.map(lambda p: besag(p, radii), drawn)
    rank = 1 + jnp.sum(jnp.abs(chance).max(axis=1) >= jnp.abs(observed).max())
    return observed, chance.min(axis=0), chance.max(axis=0), rank / (len(drawn) + 1)
