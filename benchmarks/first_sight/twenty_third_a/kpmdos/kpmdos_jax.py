from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def hamilton(v, onsite, turn, scale):
    out = onsite * v - (jnp.roll(v, 1, axis=0) + jnp.roll(v, -1, axis=0))
    return (out - (turn[:, None] * jnp.roll(v, 1, axis=1) + jnp.conj(turn)[:, None] * jnp.roll(v, -1, axis=1))) / scale


@partial(jax.jit, static_argnums=5)
def kpmdos(onsite, vectors, turn, scale, energy, moments):
    k = jnp.arange(moments)
    q = jnp.pi / (moments + 1.0)
    weight = ((moments - k + 1.0) * jnp.cos(q * k) + jnp.sin(q * k) / jnp.tan(q)) / (moments + 1.0)

    def draw(start):
        now = hamilton(start, onsite, turn, scale)
        first, second = jnp.vdot(start, start).real, jnp.vdot(start, now).real

        def step(state, factor):
            before, now, near = state
            after = 2.0 * hamilton(now, onsite, turn, scale) - before
            pair = 2.0 * jnp.vdot(now, now).real - first, 2.0 * jnp.vdot(after, now).real - second
            return (now, after, near + factor * now), jnp.stack(pair)

        factors = (2.0 * weight * jnp.cos(0.5 * jnp.pi * k))[1:moments // 2]
        (_, _, near), pairs = lax.scan(step, (start, now, weight[0] * start), factors)
        return jnp.concatenate((jnp.stack((first, second)), pairs.ravel())), jnp.abs(near) ** 2

    mu, local = lax.map(draw, vectors)
    mu = jnp.sum(mu, axis=0) / vectors.size
    waves = jnp.cos(k[:, None] * jnp.arccos(energy))
    density = (mu[0] * weight[0] + 2.0 * (weight[1:] * mu[1:]) @ waves[1:]) / (jnp.pi * jnp.sqrt(1.0 - energy ** 2))
    return density / scale, jnp.mean(local, axis=0), mu
