from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=3)
def nagelsch(place, speed, draws, cells, fastest=5, slow=0.3):
    def step(state, draw):
        x, v, busy = state
        gap = (jnp.roll(x, -1) - x - 1) % cells
        v = jnp.minimum(jnp.minimum(v + 1, fastest), gap)
        v = v - ((draw < slow) & (v > 0))
        x = x + v
        over = x >= cells
        x = jnp.where(over, x - cells, x)
        return (x, v, busy.at[x].add(1, unique_indices=True)), (jnp.count_nonzero(v == 0), over.sum())

    (x, v, busy), (standing, passed) = lax.scan(step, (place, speed, jnp.zeros(cells, jnp.int32)), draws)
    return x, v, standing, passed, busy
