from functools import partial

import jax
import jax.numpy as jnp


def normalise(block, clip=0.2, small=1e-3):
    block = block / jnp.sqrt(jnp.sum(block**2, axis=-1, keepdims=True) + small**2)
    block = jnp.minimum(block, clip)
    return block / jnp.sqrt(jnp.sum(block**2, axis=-1, keepdims=True) + small**2)


@partial(jax.jit, static_argnums=(1, 2))
def describe(image, cell, bins):
    """Votes by a comparison with each direction and sums over cells, which vectorises."""
    root = jnp.sqrt(image)
    gy = jnp.zeros_like(root).at[1:-1].set(root[2:] - root[:-2])
    gx = jnp.zeros_like(root).at[:, 1:-1].set(root[:, 2:] - root[:, :-2])
    rows, columns = image.shape[0] // cell, image.shape[1] // cell
    size = jnp.hypot(gx, gy)[:rows * cell, :columns * cell]
    angle = (jnp.arctan2(gy, gx) % jnp.float32(jnp.pi))[:rows * cell, :columns * cell]
    place = angle * jnp.float32(bins / jnp.pi) - jnp.float32(0.5)
    low = jnp.floor(place)
    part = place - low
    low = low.astype(jnp.int32)
    each = [jnp.where(low % bins == b, size * (1.0 - part), 0.0) + jnp.where((low + 1) % bins == b, size * part, 0.0) for b in range(bins)]
    votes = jnp.stack([e.reshape(rows, cell, columns, cell).sum(axis=(1, 3)) for e in each], axis=-1)
    blocks = jnp.concatenate([votes[:-1, :-1], votes[:-1, 1:], votes[1:, :-1], votes[1:, 1:]], axis=-1)
    return votes, normalise(blocks)
