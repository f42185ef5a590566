import jax
import jax.numpy as jnp
from jax import lax

SIGMA, GRAVITY, HEAT, DIFFUSE = 5.670374419e-8, 9.80665, 1004.0, 1.66


def layers_of(tau, top, bottom):
    through = jnp.exp(-tau)
    thin = tau < 1e-3
    share = jnp.where(thin, 0.5 * tau - tau ** 2 / 6.0, 1.0 - (1.0 - through) / jnp.where(thin, 1.0, tau))
    return through, (1.0 - through) * bottom + (top - bottom) * share, (1.0 - through) * top + (bottom - top) * share


@jax.jit
def lwkdist(edges, levels, vapour, cloud, k, weight, emissivity):
    columns = vapour.shape[0]
    depth = jnp.diff(edges)[:, None] / GRAVITY
    broad = jnp.sqrt(0.5 * (edges[1:] + edges[:-1]) / edges[-1])[:, None]
    black = SIGMA * levels.T ** 4
    vapour, cloud = vapour.T, cloud.T

    def carry(flux, layer):
        through, gain = layer
        flux = flux * through + gain
        return flux, flux

    def add(sums, point):
        strength, share = point
        tau = DIFFUSE * (strength * vapour * depth * broad + 2.0 * cloud)
        through, rise, fall = layers_of(tau, black[:-1], black[1:])
        flux, falling = lax.scan(carry, jnp.zeros(columns), (through, fall))
        flux = emissivity * black[-1] + (1.0 - emissivity) * flux
        _, rising = lax.scan(carry, flux, (through, rise), reverse=True)
        up, down = sums
        return (up + share * jnp.concatenate((rising, flux[None])), down.at[1:].add(share * falling)), None

    zero = jnp.zeros(black.shape)
    (up, down), _ = lax.scan(add, (zero, zero), (k, weight))
    net = up - down
    return (86400.0 * GRAVITY / HEAT * (net[1:] - net[:-1]) / jnp.diff(edges)[:, None]).T, up.T, down.T
