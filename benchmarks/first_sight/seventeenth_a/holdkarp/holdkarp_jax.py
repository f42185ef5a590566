import jax
import jax.numpy as jnp
from jax import lax

FAR = 1 << 40


@jax.jit
def tour(distance):
    n = distance.shape[0] - 1
    full = 1 << n
    places = jnp.arange(n)
    between = distance[1:, 1:]

    def pull(held, state):
        """Ways to a set from those to sets of one place less."""
        ways, came = state
        inside = (held >> places) & 1 == 1
        less = held & ~(1 << places)
        lengths = ways[less] + between.T
        least, where = jnp.min(lengths, axis=1), jnp.argmin(lengths, axis=1)
        valid = inside & (less != 0)
        return (ways.at[held].set(jnp.where(valid, least, ways[held])), came.at[held].set(jnp.where(valid, where, -1)))
    ways = jnp.full((full, n), FAR).at[1 << places, places].set(distance[0, 1:])
    ways, came = lax.fori_loop(1, full, pull, (ways, jnp.full((full, n), -1)))
    home = ways[full - 1] + distance[1:, 0]

    def walk(state, _):
        held, last = state
        return (held & ~(1 << last), came[held, last]), last + 1
    _, order = lax.scan(walk, (jnp.int64(full - 1), jnp.argmin(home)), None, length=n)
    return jnp.min(home), jnp.concatenate((jnp.zeros(1, order.dtype), order[::-1]))
