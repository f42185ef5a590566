import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def chain(A, B, C, d):
    m = d.shape[1]

    def down(before, item):
        a, b, c, r = item
        upper, y = before
        right = jnp.concatenate([c, (r - a @ y)[:, None]], axis=1)
        solved = jnp.linalg.solve(b - a @ upper, right)
        return (solved[:, :m], solved[:, m]), (solved[:, :m], solved[:, m])

    def up(after, item):
        upper, y = item
        x = y - upper @ after
        return x, x
    none = jnp.zeros(m)
    _, (upper, y) = lax.scan(down, (jnp.zeros((m, m)), none), (A, B, C, d))
    return lax.scan(up, none, (upper, y), reverse=True)[1]
