import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def bandsolve(ab, b):
    w = ab.shape[0] - 1
    at = jnp.arange(w + 1)
    below = at[:, None] + at

    def factor(window, after):
        column = window[0]
        column = column / jnp.sqrt(column[0])
        longer = jnp.concatenate([column, jnp.zeros(w + 1)])
        window = window - column[:, None] * longer[below]
        return jnp.concatenate([window[1:], after[None]]), column
    longer = jnp.concatenate([ab.T, jnp.zeros((w + 1, w + 1))])
    _, cols = lax.scan(factor, longer[:w + 1], longer[w + 1:])

    def down(window, item):
        column, after = item
        x = window[0] / column[0]
        window = window - x * column
        return jnp.concatenate([window[1:], after[None]]), x
    more = jnp.concatenate([b, jnp.zeros(w + 1)])
    _, y = lax.scan(down, more[:w + 1], (cols, more[w + 1:]))

    def up(later, item):
        column, y = item
        x = (y - column[1:] @ later) / column[0]
        return jnp.concatenate([x[None], later[:-1]]), x
    _, x = lax.scan(up, jnp.zeros(w), (cols, y), reverse=True)
    return cols.T, x
