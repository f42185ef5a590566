from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def efficiency(flow, seen):
    return 1.0 - jnp.sum((flow - seen) ** 2, axis=0) / jnp.sum((seen - seen.mean(axis=0)) ** 2, axis=0)


def quarter(x):
    return 1.0 - lax.rsqrt(jnp.sqrt(1.0 + x ** 4))


@partial(jax.jit, static_argnames="spinup")
def gr4jflow(rain, warm, thirst, runoff, params, spinup=60):
    x1, x2, x3, x4, lazy, factor = params
    basins = rain.shape[1]
    share = jnp.arange(9)[:, None] / x4
    rise = jnp.minimum(share, 1.0) ** 2.5
    uh1 = jnp.diff(rise, axis=0)
    uh2 = jnp.diff(jnp.where(share < 1.0, 0.5 * rise, 1.0 - 0.5 * jnp.clip(2.0 - share, 0.0, 1.0) ** 2.5), axis=0)
    mean_snow = jnp.maximum(365.25 * jnp.mean(jnp.where(warm < 0.0, rain, 0.0), axis=0), 1.0)
    solid = jnp.clip((3.0 - warm) / 4.0, 0.0, 1.0)

    def day(state, row):
        store, routed, pack, cold, wait1, wait2 = state
        fluid, snow, T, E = row
        pack = pack + snow
        cold = jnp.minimum(lazy * cold + (1.0 - lazy) * T, 0.0)
        could = jnp.where((cold == 0.0) & (T > 0.0), jnp.minimum(factor * T, pack), 0.0)
        melt = (0.9 * jnp.minimum(pack / (0.9 * mean_snow), 1.0) + 0.1) * could
        balance = fluid + melt - E
        net, full = jnp.maximum(balance, 0.0), store / x1
        h = jnp.tanh(jnp.minimum(jnp.abs(balance) / x1, 13.0))
        gain = jnp.where(balance > 0.0, x1 * (1.0 - full ** 2) * h / (1.0 + full * h), 0.0)
        loss = jnp.where(balance > 0.0, 0.0, store * (2.0 - full) * h / (1.0 + (1.0 - full) * h))
        store = store + gain - loss
        seep = store * quarter(4.0 / 9.0 * store / x1)
        passed = seep + net - gain
        zero = jnp.zeros((1, basins))
        wait1 = jnp.concatenate((wait1[1:], zero)) + uh1 * (0.9 * passed)
        wait2 = jnp.concatenate((wait2[1:], zero)) + uh2 * (0.1 * passed)
        exchange = x2 * (routed / x3) ** 3.5
        routed = jnp.maximum(routed + wait1[0] + exchange, 0.0)
        out = routed * quarter(routed / x3)
        return (store - seep, routed - out, pack - melt, cold, wait1, wait2), out + jnp.maximum(wait2[0] + exchange, 0.0)

    zero, none = jnp.zeros(basins), jnp.zeros((8, basins))
    rows = ((1.0 - solid) * rain, solid * rain, warm, thirst)
    (store, routed, pack, *_), flow = lax.scan(day, (0.5 * x1, 0.5 * x3, zero, zero, none, none), rows)
    late, seen = flow[spinup:], runoff[spinup:]
    return flow, store, routed, pack, efficiency(late, seen), efficiency(jnp.log(late + 0.01), jnp.log(seen + 0.01))
