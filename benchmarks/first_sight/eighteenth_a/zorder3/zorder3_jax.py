import jax
import jax.numpy as jnp


def spread(x):
    x = x.astype(jnp.uint64)
    for shift, mask in ((32, 0x001F00000000FFFF), (16, 0x001F0000FF0000FF), (8, 0x100F00F00F00F00F), (4, 0x10C30C30C30C30C3),
                        (2, 0x1249249249249249)):
        x = (x | x << jnp.uint64(shift)) & jnp.uint64(mask)
    return x


@jax.jit
def neighbours(cells):
    keys = jnp.sort(spread(cells[:, 0]) | spread(cells[:, 1]) << jnp.uint64(1) | spread(cells[:, 2]) << jnp.uint64(2))
    others = []
    for axis in range(3):
        one, mask = jnp.uint64(1 << axis), jnp.uint64(0x1249249249249249 << axis)
        rest = keys & ~mask
        others += [((keys | ~mask) + one) & mask | rest, ((keys & mask) - one) & mask | rest]
    others = jnp.stack(others)
    at = jnp.minimum(jnp.searchsorted(keys, others), len(keys) - 1)
    return keys, jnp.sum(keys[at] == others, axis=0, dtype=jnp.uint8)
