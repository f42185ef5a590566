from functools import partial

import jax
import jax.numpy as jnp


def dust(waves, colour_excess):
    x = 1.0e4 / waves
    red = 2.659 * (-1.857 + 1.040 * x) + 4.05
    blue = 2.659 * (-2.156 + 1.509 * x - 0.198 * x ** 2 + 0.011 * x ** 3) + 4.05
    return 10.0 ** (-0.4 * colour_excess * jnp.maximum(jnp.where(waves > 6300.0, red, blue), 0.0))


@partial(jax.jit, static_argnames="excesses")
def photoz(waves, templates, filters, seen, errors, redshifts, excesses=(0.0, 0.15, 0.4)):
    step = jnp.diff(waves)
    trapezium = 0.5 * (jnp.append(step, 0.0) + jnp.append(0.0, step))
    weights = filters * waves * trapezium
    weights = weights / weights.sum(axis=1, keepdims=True)
    dimmed = jnp.concatenate([templates * dust(waves, e) for e in excesses])

    def at(z):
        shifted = jax.vmap(lambda row: jnp.interp(waves / (1.0 + z), waves, row, left=0.0))(dimmed)
        return shifted / (1.0 + z) @ weights.T

    fluxes = jax.lax.map(at, redshifts)

    def one(row):
        seen, errors = row
        good = errors > 0.0
        weight = jnp.where(good, 1.0 / jnp.where(good, errors, 1.0) ** 2, 0.0)
        cross, square = fluxes @ (weight * seen), (fluxes * fluxes) @ weight
        amplitude = jnp.maximum(cross / square, 0.0)
        chi2 = jnp.sum(weight * seen ** 2) - amplitude * (2.0 * cross - amplitude * square)
        z0 = 0.25 + 0.08 * jnp.maximum(-2.5 * jnp.log10(jnp.maximum(seen[2], 0.01)) + 3.0, 0.0)
        prior = redshifts ** 2 * jnp.exp(-(redshifts / z0) ** 1.5) + 1e-6
        posterior = jnp.exp(-0.5 * (chi2 - chi2.min())).sum(axis=1) * prior
        posterior = posterior / posterior.sum()
        peak = jnp.argmax(posterior)
        best = redshifts[peak]
        cumulative = jnp.cumsum(posterior)
        bounds = jnp.interp(jnp.array([0.16, 0.84]), cumulative / cumulative[-1], redshifts)
        odds = jnp.sum(jnp.where(jnp.abs(redshifts - best) < 0.06 * (1.0 + best), posterior, 0.0))
        kind = jnp.argmin(chi2[peak]) % templates.shape[0]
        few = jnp.count_nonzero(good) < 3
        spoilt = jnp.where(few, jnp.nan, 0.0)
        return best + spoilt, bounds[0] + spoilt, bounds[1] + spoilt, jnp.where(few, -1, kind), jnp.where(few, 0.0, odds)

    return jax.lax.map(one, (seen, errors), batch_size=8)
