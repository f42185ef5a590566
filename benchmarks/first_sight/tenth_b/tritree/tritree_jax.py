from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnames="steps")
def american_put(spot, strikes_, vols, steps, rate=0.04, maturity=0.75):
    dt = maturity / steps
    disc = jnp.exp(-rate * dt)

    def one(strike, vol):
        up = jnp.exp(vol * jnp.sqrt(2.0 * dt))
        a, b = jnp.exp(0.5 * rate * dt), jnp.exp(vol * jnp.sqrt(0.5 * dt))
        pu = ((a - 1.0 / b) / (b - 1.0 / b)) ** 2
        pd = ((b - a) / (b - 1.0 / b)) ** 2
        pm = 1.0 - pu - pd
        nodes = spot * up ** jnp.arange(-steps, steps + 1.0)
        gain = strike - nodes

        def step(k, v):
            mid = disc * (pd * v[:-2] + pm * v[1:-1] + pu * v[2:])
            return jnp.maximum(jnp.pad(mid, 1), gain)
        v = lax.fori_loop(0, steps - 1, step, jnp.maximum(gain, 0.0))
        c = steps
        delta = (v[c + 1] - v[c - 1]) / (nodes[c + 1] - nodes[c - 1])
        last = disc * (pd * v[c - 1] + pm * v[c] + pu * v[c + 1])
        return jnp.maximum(last, gain[c]), delta
    return jax.vmap(one)(strikes_, vols)
