from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=2)
def houghpeak(image, theta, lines, near=4):
    ny, nx = image.shape
    reach = ny + nx
    tall = 2 * reach + 1
    y, x = jnp.mgrid[0:ny, 0:nx]
    one = (image != 0).astype(jnp.int32).ravel()

    def vote(t):
        at = jnp.rint(x * jnp.cos(t) + y * jnp.sin(t)).astype(jnp.int64).ravel() + reach
        return jnp.zeros(tall, jnp.int32).at[at].add(one)

    votes = lax.map(vote, theta).T
    rows, columns = jnp.arange(tall)[:, None], jnp.arange(theta.size)

    def take(left, _):
        r, a = jnp.unravel_index(jnp.argmax(left), left.shape)
        line = jnp.stack((r - reach, a, left[r, a].astype(jnp.int64)))
        return jnp.where((jnp.abs(rows - r) <= near) & (jnp.abs(columns - a) <= near), 0, left), line

    _, found = lax.scan(take, votes, None, length=lines)
    return votes, found
