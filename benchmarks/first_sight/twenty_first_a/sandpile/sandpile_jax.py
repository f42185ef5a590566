import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def sandpile(sand):
    before = jnp.sum(sand, dtype=jnp.int64)

    def step(state):
        rounds, topples, sand = state
        give = sand >> 2
        padded = jnp.pad(give, 1)
        sand = (sand & 3) + padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]
        return rounds + 1, topples + give, sand

    start = 0, jnp.zeros(sand.shape, jnp.int64), sand
    rounds, topples, sand = lax.while_loop(lambda s: jnp.any(s[2] > 3), step, start)
    return rounds, before - jnp.sum(sand, dtype=jnp.int64), topples, sand
