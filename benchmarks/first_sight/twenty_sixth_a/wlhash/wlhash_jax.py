from functools import partial

import jax
import jax.numpy as jnp


def mix(h):
    h = (h ^ (h >> jnp.uint64(30))) * jnp.uint64(0xBF58476D1CE4E5B9)
    h = (h ^ (h >> jnp.uint64(27))) * jnp.uint64(0x94D049BB133111EB)
    return h ^ (h >> jnp.uint64(31))


@partial(jax.jit, static_argnums=3)
def wlhash(src, dst, label, rounds):
    colour = mix(label + jnp.uint64(1))
    classes, features = [], []
    for r in range(rounds + 1):
        order = jnp.sort(colour)
        classes.append(1 + jnp.count_nonzero(order[1:] != order[:-1]))
        features.append(jnp.bincount((colour >> jnp.uint64(58)).astype(jnp.int64), length=64))
        if r < rounds:
            told = mix(colour)
            heard = jnp.zeros_like(colour).at[src].add(told[dst]).at[dst].add(told[src])
            colour = mix(colour * jnp.uint64(0x9E3779B97F4A7C15) + heard)
    return colour, jnp.stack(classes), jnp.stack(features), jnp.sum(mix(colour))
