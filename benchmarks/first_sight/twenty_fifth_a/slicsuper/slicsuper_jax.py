from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=(1, 3))
def slicsuper(picture, grid, compact, turns):
    height, width, _ = picture.shape
    step = height // grid
    many = grid * grid
    centre = jnp.arange(grid) * step + step // 2
    cy, cx = jnp.repeat(centre, grid), jnp.tile(centre, grid)
    reach = jnp.arange(-step, step + 1)
    rows, cols = jnp.arange(height)[:, None], jnp.arange(width)[None, :]

    def turn(state, _):
        place, colour, label = state

        def look(c, found):
            distance, label = found
            y, x = place[c].astype(jnp.int64)[:, None] + reach
            inside = ((y >= 0) & (y < height))[:, None] & ((x >= 0) & (x < width))
            y, x = jnp.clip(y, 0, height - 1)[:, None], jnp.clip(x, 0, width - 1)
            away = (y - place[c, 0]) ** 2 + (x - place[c, 1]) ** 2
            d = jnp.sum((picture[y, x] - colour[c]) ** 2, axis=2) + away * (compact / step) ** 2
            closer = inside & (d < distance[y, x])
            y = jnp.where(closer, y, height)
            return distance.at[y, x].set(d, mode="drop"), label.at[y, x].set(c, mode="drop")

        _, label = lax.fori_loop(0, many, look, (jnp.full((height, width), jnp.inf), label))
        size = jnp.maximum(jnp.zeros(many).at[label].add(1.0), 1.0)[:, None]
        y, x = jnp.broadcast_to(rows, label.shape), jnp.broadcast_to(cols, label.shape)
        new = jnp.zeros((many, 2)).at[label].add(jnp.stack((y, x), axis=2).astype(jnp.float64)) / size
        colour = jnp.zeros((many, 3)).at[label].add(picture) / size
        return (new, colour, label), jnp.mean(jnp.abs(new - place))

    first = jnp.stack((cy, cx), axis=1).astype(jnp.float64), picture[cy, cx], jnp.full((height, width), -1)
    (_, colour, label), moved = lax.scan(turn, first, None, length=turns)
    border = jnp.zeros((height, width), bool).at[:, 1:].set(label[:, 1:] != label[:, :-1])
    border = border.at[1:].set(border[1:] | (label[1:] != label[:-1]))
    return label, colour, moved, jnp.mean(border, dtype=jnp.float64)
