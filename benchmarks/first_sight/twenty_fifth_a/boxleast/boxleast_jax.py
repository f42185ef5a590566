from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=5)
def boxleast(t, flux, error, periods, widths, bins):
    weight = error ** -2.0
    weight = weight / jnp.sum(weight)
    signal = weight * (flux - jnp.sum(weight * flux))
    start = jnp.arange(bins)
    end = start + widths[:, None]

    def search(period):
        place = jnp.minimum(((t / period) % 1.0 * bins).astype(jnp.int32), bins - 1)
        both = jnp.zeros((bins, 2)).at[place].add(jnp.stack((weight, signal), axis=1))
        sums = jnp.pad(jnp.cumsum(jnp.concatenate((both, both)), axis=0), ((1, 0), (0, 0)))
        inside, lost = jnp.moveaxis(sums[end] - sums[start], 2, 0)
        good = (inside > 1e-3) & (inside < 1.0 - 1e-3) & (lost < 0.0)
        spread = jnp.where(good, inside * (1.0 - inside), 1.0)
        found = jnp.where(good, jnp.sqrt(lost ** 2 / spread), 0.0).ravel()
        k = jnp.argmax(found)
        row = jnp.stack((k % bins / bins, widths[k // bins] / bins, -lost.ravel()[k] / spread.ravel()[k]))
        return found[k], jnp.where(found[k] > 0.0, row, 0.0)

    power, best = lax.map(search, periods)
    top = jnp.argmax(power)
    return power, periods[top], best[top], (power[top] - jnp.mean(power)) / jnp.std(power)
