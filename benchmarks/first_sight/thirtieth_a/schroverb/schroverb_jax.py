from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def blocks(x, delay):
    return jnp.pad(x, (0, -x.size % delay)).reshape(-1, delay)


def comb(x, delay, feedback, damp):
    def block(before, row):
        dull = before.at[1:].set((1.0 - damp) * before[1:] + damp * before[:-1])
        new = row + feedback * dull
        return new, new

    return lax.scan(block, jnp.zeros(delay), blocks(x, delay))[1].ravel()[:x.size]


def allpass(x, delay, g=0.5):
    def block(memory, row):
        new = row + g * memory
        return new, memory - g * new

    return lax.scan(block, jnp.zeros(delay), blocks(x, delay))[1].ravel()[:x.size]


@partial(jax.jit, static_argnames=("combs", "passes", "spread"))
def echoed(sound, combs, passes, feedback, damp, wet, spread):
    sides = []
    for side in range(2):
        room = sum(comb(sound[side], c + side * spread, feedback, damp) for c in combs)
        for p in passes:
            room = allpass(room, p + side * spread)
        sides.append(room / len(combs))
    room = jnp.stack(sides)
    out = (1.0 - wet) * sound + wet * room
    left = jnp.cumsum(jnp.sum(room ** 2, axis=0)[::-1])[::-1]
    return out / jnp.maximum(jnp.abs(out).max(), 1.0), 10.0 * jnp.log10(left / left[0] + 1e-12)


def schroverb(sound, combs, passes, feedback=0.84, damp=0.2, wet=0.3, spread=23):
    """Delays give shapes, so they are compiled in."""
    return echoed(sound, tuple(combs.tolist()), tuple(passes.tolist()), feedback, damp, wet, spread)
