from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def volatility(antoine, warmth, pressure):
    a, b, c = antoine
    k = 10.0 ** (a - b / (warmth[:, None] + c)) / pressure
    return k, k * jnp.log(10.0) * b / (warmth[:, None] + c) ** 2


@partial(jax.jit, static_argnums=(6, 7))
def wanghenke(antoine, feed, where, reflux, top, pressure, stages, sweeps):
    a, b, c = antoine
    place = jnp.arange(stages)
    boil = b / (a - jnp.log10(pressure)) - c
    liquid = jnp.where(place < where, reflux * top, reflux * top + 1.0).at[-1].set(0.0)
    before = jnp.concatenate((jnp.zeros(1), liquid[:-1]))
    vapour = (reflux + 1.0) * top
    gone = liquid + jnp.where(place == 0, top, 0.0) + jnp.where(place == stages - 1, 1.0 - top, 0.0)
    right = jnp.where((place == where)[:, None], feed, 0.0)

    def down(state, row):
        x, upper = state
        gone, left, diagonal, above, right = row
        diagonal = gone + diagonal - left * upper
        new = (right + left * x) / diagonal, above / diagonal
        return new, new

    def back(x, row):
        new = row[0] + row[1] * x
        return new, new

    def sweep(state):
        s, warmth, _, _ = state
        k, _ = volatility(antoine, warmth, pressure)
        flow = (vapour * k).at[0].set(0.0)
        above = jnp.concatenate((vapour * k[1:], jnp.zeros((1, feed.size))))
        zero = jnp.zeros_like(feed)
        _, (x, upper) = lax.scan(down, (zero, zero), (gone, before, flow, above, right))
        _, x = lax.scan(back, zero, (x, upper), reverse=True)
        x = jnp.maximum(x, 0.0)
        x = x / jnp.sum(x, axis=1, keepdims=True)
        new = warmth
        for _ in range(4):
            k, slope = volatility(antoine, new, pressure)
            new = new - jnp.clip((jnp.sum(x * k, axis=1) - 1.0) / jnp.sum(x * slope, axis=1), -15.0, 15.0)
        worst = jnp.max(jnp.abs(new - warmth))
        return s + 1, new, x, worst

    start = 0, jnp.linspace(jnp.min(boil), jnp.max(boil), stages), jnp.zeros((stages, feed.size)), jnp.inf
    turns, warmth, x, _ = lax.while_loop(lambda s: (s[0] < sweeps) & ~(s[3] < 1e-9), sweep, start)
    return x, warmth, turns
