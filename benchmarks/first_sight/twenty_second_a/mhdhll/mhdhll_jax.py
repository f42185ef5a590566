from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

GAMMA = 5.0 / 3.0
ALONG, ACROSS = np.arange(8), np.array([0, 2, 1, 3, 4, 6, 5, 7])


def minmod(a, b):
    return 0.5 * (jnp.sign(a) + jnp.sign(b)) * jnp.minimum(jnp.abs(a), jnp.abs(b))


def physical(U):
    rho, energy, B = U[0], U[4], U[5:8]
    v = U[1:4] / rho
    inner = 0.5 * jnp.sum(B * B, axis=0)
    p = (GAMMA - 1.0) * (energy - 0.5 * rho * jnp.sum(v * v, axis=0) - inner)
    momentum = (U[1:4] * v[0] - B * B[0]).at[0].add(p + inner)
    work = (energy + p + inner) * v[0] - B[0] * jnp.sum(v * B, axis=0)
    F = jnp.concatenate((U[1:2], momentum, work[None], B * v[0] - v * B[0]))
    sound, alfven = GAMMA * p / rho, 2.0 * inner / rho
    root = jnp.sqrt(jnp.maximum((sound + alfven) ** 2 - 4.0 * sound * B[0] ** 2 / rho, 0.0))
    return F, v[0], jnp.sqrt(0.5 * (sound + alfven + root))


def sweep(U, axis, order, dt, h):
    W = U[order]
    slope = minmod(W - jnp.roll(W, 1, axis=axis), jnp.roll(W, -1, axis=axis) - W)
    left, right = W + 0.5 * slope, jnp.roll(W - 0.5 * slope, -1, axis=axis)
    (FL, vL, cL), (FR, vR, cR) = physical(left), physical(right)
    low = jnp.minimum(jnp.minimum(vL - cL, vR - cR), 0.0)
    high = jnp.maximum(jnp.maximum(vL + cL, vR + cR), 0.0)
    F = (high * FL - low * FR + high * low * (right - left)) / (high - low)
    return (W - dt / h * (F - jnp.roll(F, 1, axis=axis)))[order]


@partial(jax.jit, static_argnums=1)
def mhdhll(U, steps):
    h = 2.0 * np.pi / U.shape[2]

    def fastest(W):
        _, v, c = physical(W)
        return jnp.max(jnp.abs(v) + c)

    def step(state, _):
        U, clock = state
        dt = 0.3 * h / jnp.maximum(fastest(U), fastest(U[ACROSS]))
        return (sweep(sweep(U, 2, ALONG, dt, h), 1, ACROSS, dt, h), clock + dt), None

    (U, clock), _ = lax.scan(step, (U, 0.0), None, length=steps)
    return clock, U
