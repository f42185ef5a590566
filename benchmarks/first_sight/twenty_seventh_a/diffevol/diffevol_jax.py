import jax
import jax.numpy as jnp
from jax import lax


def hills(x):
    near = jnp.exp(-0.2 * jnp.sqrt(jnp.mean(x * x, axis=-1)))
    wave = jnp.exp(jnp.mean(jnp.cos(2.0 * jnp.pi * x), axis=-1))
    return 20.0 - 20.0 * near + jnp.e - wave


@jax.jit
def diffevol(place, pick, cross, weight=0.6, rate=0.8, edge=5.0):
    def age(state, draws):
        place, height = state
        who, take = draws
        a, b, c = place[who[:, 0]], place[who[:, 1]], place[who[:, 2]]
        child = jnp.clip(jnp.where(take < rate, a + weight * (b - c), place), -edge, edge)
        new = hills(child)
        better = new < height
        height = jnp.where(better, new, height)
        return (jnp.where(better[:, None], child, place), height), height.min()

    (place, height), trace = lax.scan(age, (place, hills(place)), (pick, cross))
    return place[jnp.argmin(height)], trace, place
