from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def signature(image):
    ny, nx = image.shape
    padded = jnp.pad(image, 1, mode="edge")
    code = jnp.zeros((ny, nx), jnp.uint8)
    for a in range(3):
        for b in range(3):
            if a != 1 or b != 1:
                code = (code << 1) | (padded[a:a + ny, b:b + nx] < image).astype(jnp.uint8)
    return code


@partial(jax.jit, static_argnums=2)
def stereosgm(left, right, shifts, small=2, large=9):
    nx = left.shape[1]
    one, two = signature(left), signature(right)
    at = np.arange(nx)[:, None] - np.arange(shifts)
    count = lax.population_count(one[:, :, None] ^ two[:, np.maximum(at, 0)]).astype(jnp.int32)
    cost = jnp.where(at >= 0, count, 8)
    small, large = jnp.int32(small), jnp.int32(large)

    def carry(before, here):
        least = jnp.min(before, axis=1, keepdims=True)
        edged = jnp.pad(before, ((0, 0), (1, 1)), constant_values=1 << 20)
        best = jnp.minimum(jnp.minimum(before, least + large), jnp.minimum(edged[:, :-2], edged[:, 2:]) + small)
        after = here + best - least
        return after, after

    def gather(path, reverse):
        first = path[-1] if reverse else path[0]
        rest = path[:-1] if reverse else path[1:]
        lines = lax.scan(carry, first, rest, reverse=reverse)[1]
        return jnp.concatenate((lines, first[None]) if reverse else (first[None], lines))

    across = cost.transpose(1, 0, 2)
    total = gather(cost, False) + gather(cost, True) + (gather(across, False) + gather(across, True)).transpose(1, 0, 2)
    return jnp.argmin(total, axis=2), jnp.min(total, axis=2)
