import jax
import jax.numpy as jnp

GAS, GRAVITY, LAPSE = 287.04, 9.80665, 6.5e-3


@jax.jit
def presslev(surface, orography, T, sigma, targets):
    layers = T.shape[1]
    p = surface[:, None] * sigma
    logs = jnp.log(p)
    thick = 0.5 * GAS / GRAVITY * (T[:, :-1] + T[:, 1:]) * jnp.log(p[:, 1:] / p[:, :-1])
    low = orography + GAS / GRAVITY * T[:, -1] * jnp.log(surface / p[:, -1])
    z = jnp.concatenate((low[:, None] + jnp.cumsum(thick[:, ::-1], axis=1)[:, ::-1], low[:, None]), axis=1)

    def one(level):
        k = jnp.clip(jnp.sum(p < level, axis=1) - 1, 0, layers - 2)[:, None]

        def at(field, k):
            return jnp.take_along_axis(field, k, axis=1)[:, 0]

        w = (jnp.log(level) - at(logs, k)) / (at(logs, k + 1) - at(logs, k))
        ratio = (level / p[:, -1]) ** (GAS * LAPSE / GRAVITY)
        above, below = level <= p[:, 0], level > p[:, -1]
        height = jnp.where(below, z[:, -1] - T[:, -1] / LAPSE * (ratio - 1.0), (1.0 - w) * at(z, k) + w * at(z, k + 1))
        value = jnp.where(below, T[:, -1] * ratio, (1.0 - w) * at(T, k) + w * at(T, k + 1))
        return jnp.where(above, z[:, 0], height), jnp.where(above, T[:, 0], value)

    return jax.vmap(one)(targets)
