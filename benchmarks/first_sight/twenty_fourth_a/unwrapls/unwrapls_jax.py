from functools import partial

import jax
import jax.numpy as jnp
from jax import lax
from jax.scipy.fft import dctn, idctn


def divergence(gx, gy):
    gx, gy = jnp.pad(gx, ((0, 0), (1, 1))), jnp.pad(gy, ((1, 1), (0, 0)))
    return gx[:, 1:] - gx[:, :-1] + gy[1:] - gy[:-1]


def wrapped(d):
    return d - 2.0 * jnp.pi * jnp.rint(d / (2.0 * jnp.pi))


@partial(jax.jit, static_argnums=2)
def unwrapls(psi, weight, rounds):
    n, m = psi.shape
    wx, wy = jnp.minimum(weight[:, 1:], weight[:, :-1]) ** 2, jnp.minimum(weight[1:], weight[:-1]) ** 2
    a = 2.0 * jnp.cos(jnp.pi * jnp.arange(n) / n)[:, None] + 2.0 * jnp.cos(jnp.pi * jnp.arange(m) / m) - 4.0
    inverse = (1.0 / a.at[0, 0].set(1.0)).at[0, 0].set(0.0)

    def step(state, k):
        phi, r, p, before = state
        z = idctn(dctn(r, norm="ortho") * inverse, norm="ortho")
        now = jnp.sum(r * z)
        p = z + jnp.where(k > 0, now / before, 0.0) * p
        q = divergence(wx * jnp.diff(p, axis=1), wy * jnp.diff(p, axis=0))
        alpha = now / jnp.sum(p * q)
        r = r - alpha * q
        return (phi + alpha * p, r, p, now), jnp.linalg.norm(r)

    r = divergence(wx * wrapped(jnp.diff(psi, axis=1)), wy * wrapped(jnp.diff(psi, axis=0)))
    zero = jnp.zeros_like(psi)
    (phi, *_), gaps = lax.scan(step, (zero, r, zero, 1.0), jnp.arange(rounds))
    return phi, jnp.rint((phi - psi) / (2.0 * jnp.pi)).astype(jnp.int32), gaps
