from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=2)
def label(source, target, n):
    def turn(state):
        before, _ = state
        labels = before.at[source].min(before[target])
        labels = labels.at[target].min(labels[source])
        labels = labels[labels]
        return labels, jnp.any(labels != before)
    labels, _ = lax.while_loop(lambda s: s[1], turn, (jnp.arange(n), True))
    sizes = jnp.bincount(labels, length=n)
    return labels, sizes, jnp.argmax(sizes)
