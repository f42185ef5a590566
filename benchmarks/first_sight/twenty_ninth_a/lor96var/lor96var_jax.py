from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def tendency(x):
    return (jnp.roll(x, -1) - jnp.roll(x, 2)) * jnp.roll(x, 1) - x + 8.0


@partial(jax.jit, static_argnums=(3, 4))
def lor96var(guess, seen, sites, every, rounds, h=0.025, doubt=1.0, noise=0.5):
    def step(x, _):
        k1 = tendency(x)
        k2 = tendency(x + 0.5 * h * k1)
        k3 = tendency(x + 0.5 * h * k2)
        return x + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + tendency(x + h * k3)), None

    def until_seen(x, row):
        x, _ = lax.scan(step, x, None, length=every)
        return x, jnp.sum((x[sites] - row) ** 2)

    def cost(x):
        _, misfit = lax.scan(until_seen, x, seen)
        return 0.5 * jnp.sum((x - guess) ** 2) / doubt ** 2 + 0.5 * jnp.sum(misfit) / noise ** 2

    def descend(state, _):
        x, before, width, used = state
        v = jax.grad(cost)(x)
        slope = v @ v

        def again(s):
            return (s[1] > before - 0.1 * s[0] * slope) & (s[0] >= 1e-8)

        def halve(s):
            return 0.5 * s[0], cost(x - 0.5 * s[0] * v), s[2] + 1

        width, now, used = lax.while_loop(again, halve, (2.0 * width, cost(x - 2.0 * width * v), used + 1))
        return (x - width * v, now, width, used), now

    first = cost(guess)
    (x, _, _, used), costs = lax.scan(descend, (guess, first, 0.05, 0), None, length=rounds)
    return x, jnp.concatenate((first[None], costs)), used
