from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def scaled(image, bins):
    low, high = jnp.min(image), jnp.max(image)
    return (image - low) / (high - low) * (bins - 1.001)


def entropy(p):
    return -jnp.sum(jnp.where(p > 0.0, p * jnp.log(jnp.where(p > 0.0, p, 1.0)), 0.0))


@partial(jax.jit, static_argnums=(2, 3))
def mutualinfo(fixed, moving, reach, bins):
    a, b = scaled(fixed, bins), scaled(moving, bins)
    side = 2 * reach + 1
    inner = a[reach:-reach, reach:-reach]
    ia = inner.astype(int)
    fa = inner - ia

    def one(at):
        part = lax.dynamic_slice(b, (at // side, at % side), inner.shape)
        ib = part.astype(int)
        fb = part - ib
        table = jnp.zeros((bins, bins))
        table = table.at[ia, ib].add((1.0 - fa) * (1.0 - fb)).at[ia, ib + 1].add((1.0 - fa) * fb)
        table = table.at[ia + 1, ib].add(fa * (1.0 - fb)).at[ia + 1, ib + 1].add(fa * fb) / inner.size
        return entropy(table.sum(axis=0)) + entropy(table.sum(axis=1)) - entropy(table)

    information = lax.map(one, jnp.arange(side * side))
    best = jnp.argmax(information)
    return information.reshape(side, side), best // side - reach, best % side - reach
