from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

UP, DOWN, LEFT, RIGHT = 0, 1, 2, 3
TOP, LOW, WEST, EAST = np.s_[:-1, :], np.s_[1:, :], np.s_[:, :-1], np.s_[:, 1:]
WAYS = (UP, DOWN, LOW, TOP), (DOWN, UP, TOP, LOW), (LEFT, RIGHT, EAST, WEST), (RIGHT, LEFT, WEST, EAST)


@partial(jax.jit, static_argnums=3)
def gridcut(excess, sink, caps, rounds):
    full = excess.size

    def step(state):
        excess, sink, caps, height, flow, used, _ = state
        drained = jnp.where(height == 1, jnp.minimum(excess, sink), 0)
        excess, sink, flow = excess - drained, sink - drained, flow + jnp.sum(drained)
        for d, e, here, there in WAYS:
            amount = jnp.where(height[here] == height[there] + 1, jnp.minimum(excess[here], caps[d][here]), 0)
            excess = excess.at[here].add(-amount).at[there].add(amount)
            caps = caps.at[(d, *here)].add(-amount).at[(e, *there)].add(amount)
        least = jnp.where(sink > 0, 0, full)
        for d, _, here, there in WAYS:
            least = least.at[here].min(jnp.where(caps[d][here] > 0, height[there], full))
        active = (excess > 0) & (height < full)
        height = jnp.where(active, jnp.minimum(jnp.maximum(least + 1, height), full), height)
        return excess, sink, caps, height, flow, used + 1, jnp.any((excess > 0) & (height < full))

    start = excess, sink, caps, jnp.zeros_like(excess), jnp.int64(0), jnp.int64(0), jnp.bool_(True)
    excess, sink, caps, height, flow, used, _ = lax.while_loop(lambda s: (s[5] < rounds) & s[6], step, start)

    def grow(state):
        _, reached = state
        grown = reached
        for d, _, here, there in WAYS:
            grown = grown.at[here].max(reached[there] & (caps[d][here] > 0))
        return reached, grown

    reached = sink > 0
    _, reached = lax.while_loop(lambda s: jnp.any(s[0] != s[1]), grow, grow((reached, reached)))
    return flow, height, ~reached, used, excess, sink, caps
