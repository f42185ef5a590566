from functools import partial

import jax
import jax.numpy as jnp


def spread(d, dx, dy, area):
    fx = (d[1:] - d[:-1]) * (dy[1:-1, :-1] / dx[1:-1, :-1])[:, :, None]
    fy = (d[:, 1:] - d[:, :-1]) * (dx[:-1, 1:-1] / dy[:-1, 1:-1])[:, :, None]
    fx, fy = jnp.pad(fx, ((1, 1), (0, 0), (0, 0))), jnp.pad(fy, ((0, 0), (1, 1), (0, 0)))
    return (fx[1:] - fx[:-1] + fy[:, 1:] - fy[:, :-1]) / area[:, :, None]


@partial(jax.jit, static_argnums=6)
def divdamp(u, v, dx, dy, area, ke, order, dt):
    small = jnp.min(area)
    x, y = dx[:, :, None], dy[:, :, None]
    flow = u[1:] * y[1:, :-1] - u[:-1] * y[:-1, :-1] + v[:, 1:] * x[:-1, 1:] - v[:, :-1] * x[:-1, :-1]
    high = divergence = flow / area[:, :, None]
    for _ in range(order):
        high = small * spread(high, dx, dy, area)
    share = small * jnp.clip(0.15 * dt * jnp.abs(divergence), 0.0075, 0.2)
    damp = share * divergence + (-1.0) ** order * 0.12 ** (order + 1) * small * high
    u = u.at[1:-1].add((damp[1:] - damp[:-1]) / x[1:-1, :-1])
    return u, v.at[:, 1:-1].add((damp[:, 1:] - damp[:, :-1]) / y[:-1, 1:-1]), ke + damp
