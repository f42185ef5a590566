"""The case studies ported by hand to JAX, as a JAX user would write them: the peer of the engine benchmark.

Each port takes the arguments of its case study and returns a tuple of arrays (mutated arguments included). Compiled with
jax.jit in binary64; integer step counts are static.
"""

from __future__ import annotations

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from case_studies import wet_bulb as wb

G = 9.81


@partial(jax.jit, static_argnums=2)
def heat(u, nu, T):
    def step(t, u):
        inner = u[1:-1, 1:-1]
        new = inner + nu * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4.0 * inner)
        return u.at[1:-1, 1:-1].set(new)
    return (lax.fori_loop(0, T, step, u),)


@jax.jit
def horizontal_diffusion(x, out, coeff):
    lap = x[2:, 1:-1] + x[:-2, 1:-1] + x[1:-1, 2:] + x[1:-1, :-2] - 4.0 * x[1:-1, 1:-1]
    flx = lap[1:, 1:-1] - lap[:-1, 1:-1]
    flx = jnp.where(flx * (x[2:-1, 2:-2] - x[1:-2, 2:-2]) > 0.0, 0.0, flx)
    fly = lap[1:-1, 1:] - lap[1:-1, :-1]
    fly = jnp.where(fly * (x[2:-2, 2:-1] - x[2:-2, 1:-2]) > 0.0, 0.0, fly)
    return (x[2:-2, 2:-2] - coeff * (flx[1:] - flx[:-1] + fly[:, 1:] - fly[:, :-1]),)


@jax.jit
def chain(A, B, C, D):
    return (A @ B @ C @ D,)


@jax.jit
def conjugate_gradients(b, tol, max_iterations):
    def operator(v):
        image = 4.0 * v
        image = image.at[1:, :].add(-v[:-1, :]).at[:-1, :].add(-v[1:, :])
        return image.at[:, 1:].add(-v[:, :-1]).at[:, :-1].add(-v[:, 1:])

    bb = jnp.sum(b * b)

    def going(state):
        return (state[3] > tol * tol * bb) & (state[4] < max_iterations)

    def step(state):
        x, r, d, rr, k = state
        image = operator(d)
        alpha = rr / jnp.sum(d * image)
        r = r - alpha * image
        new = jnp.sum(r * r)
        return x + alpha * d, r, r + new / rr * d, new, k + 1
    x, _, _, _, k = lax.while_loop(going, step, (jnp.zeros_like(b), b, b, bb, 0))
    return x, k


@partial(jax.jit, static_argnums=5)
def nbody(mass, position, velocity, softening, dt, steps):
    def acceleration(x):
        separation = x[None, :, :] - x[:, None, :]
        d2 = jnp.sum(separation * separation, axis=2) + softening * softening
        return jnp.sum((mass[None, :] / (d2 * jnp.sqrt(d2)))[:, :, None] * separation, axis=1)

    def step(k, state):
        x, v, f = state
        v = v + 0.5 * dt * f
        x = x + dt * v
        f = acceleration(x)
        return x, v + 0.5 * dt * f, f
    x, v, _ = lax.fori_loop(0, steps, step, (position, velocity, acceleration(position)))
    kinetic = 0.5 * jnp.sum(mass * jnp.sum(v * v, axis=1))
    separation = x[None, :, :] - x[:, None, :]
    distance = jnp.sqrt(jnp.sum(separation * separation, axis=2) + softening * softening)
    own = jnp.sum(mass * mass) / softening
    return x, v, kinetic - 0.5 * (jnp.sum(mass[:, None] * mass[None, :] / distance) - own)


@jax.jit
def black_scholes(spot, strike, time, rate, volatility):
    def cdf(x):
        z = jnp.abs(x)
        t = 1.0 / (1.0 + 0.2316419 * z)
        poly = 0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429)))
        tail = 0.3989422804014327 * jnp.exp(-0.5 * z * z) * t * poly
        return jnp.where(x < 0.0, tail, 1.0 - tail)
    root = volatility * jnp.sqrt(time)
    d1 = (jnp.log(spot / strike) + (rate + 0.5 * volatility * volatility) * time) / root
    d2 = d1 - root
    discounted = strike * jnp.exp(-rate * time)
    return spot * cdf(d1) - discounted * cdf(d2), discounted * cdf(-d2) - spot * cdf(-d1)


@partial(jax.jit, static_argnums=0)
def arclength(n):
    h = np.pi / n

    def fun(x):
        def term(k, state):
            d2, t3 = state
            d2 = 2.0 * d2
            return d2, t3 + jnp.sin(d2 * x) / d2
        return lax.fori_loop(0, 5, term, (jnp.float64(1.0), x))[1]

    def step(i, state):
        t1, s1 = state
        t2 = fun(i * h)
        return t2, s1 + jnp.sqrt(h * h + (t2 - t1) * (t2 - t1))
    return (lax.fori_loop(1, n + 1, step, (jnp.float64(0.0), jnp.float64(0.0)))[1],)


@partial(jax.jit, static_argnums=2)
def simpson(a, b, n):
    def fun(x):
        return jnp.sin(jnp.pi * x)

    def step(i, state):
        x, s1 = state
        x = x + h
        s1 = s1 + 4.0 * fun(x)
        x = x + h
        return x, s1 + 2.0 * fun(x)
    h = (b - a) / (2.0 * n)
    _, s1 = lax.fori_loop(0, n, step, (a, fun(a)))
    return ((s1 - fun(b)) * h * jnp.pi / 3.0,)


@partial(jax.jit, static_argnums=4)
def burgers(u0, nu, dx, dt, steps):
    def step(k, u):
        flux = 0.5 * u * u
        advection = (flux[2:] - flux[:-2]) / (2.0 * dx)
        diffusion = nu * (u[2:] - 2.0 * u[1:-1] + u[:-2]) / (dx * dx)
        return u.at[1:-1].set(u[1:-1] + dt * (diffusion - advection))
    return (lax.fori_loop(0, steps, step, u0),)


@partial(jax.jit, static_argnums=5)
def shallow_water(h, hu, hv, dx, dt, steps):
    ratio = dt / dx

    def mirror(f, sx, sy):
        f = f.at[0, :].set(sx * f[1, :]).at[-1, :].set(sx * f[-2, :])
        return f.at[:, 0].set(sy * f[:, 1]).at[:, -1].set(sy * f[:, -2])

    def step(k, state):
        h, hu, hv = state
        h, hu, hv = mirror(h, 1.0, 1.0), mirror(hu, -1.0, 1.0), mirror(hv, 1.0, -1.0)
        u, v, wave, pressure = hu / h, hv / h, jnp.sqrt(G * h), 0.5 * G * h * h
        sx, sy = jnp.abs(u) + wave, jnp.abs(v) + wave
        a = 0.5 * jnp.maximum(sx[1:, 1:-1], sx[:-1, 1:-1])
        b = 0.5 * jnp.maximum(sy[1:-1, 1:], sy[1:-1, :-1])
        cross = hu * v

        def fx(flux, q):
            return 0.5 * (flux[1:, 1:-1] + flux[:-1, 1:-1]) - a * (q[1:, 1:-1] - q[:-1, 1:-1])

        def fy(flux, q):
            return 0.5 * (flux[1:-1, 1:] + flux[1:-1, :-1]) - b * (q[1:-1, 1:] - q[1:-1, :-1])

        def advance(q, f, g):
            return q.at[1:-1, 1:-1].add(-ratio * (f[1:] - f[:-1] + g[:, 1:] - g[:, :-1]))
        return (advance(h, fx(hu, h), fy(hv, h)), advance(hu, fx(hu * u + pressure, hu), fy(cross, hu)),
                advance(hv, fx(cross, hv), fy(hv * v + pressure, hv)))
    return lax.fori_loop(0, steps, step, (h, hu, hv))


@jax.jit
def column(T, q, p, dp, source):
    def saturation(T):
        return 611.2 * jnp.exp(17.67 * (T - wb.T0) / (T - 29.65))

    Tw = T
    for _ in range(8):
        e = saturation(Tw)
        free = p - (1.0 - wb.R) * e
        de = e * 17.67 * (wb.T0 - 29.65) / (Tw - 29.65) ** 2
        excess = Tw - T + wb.LV / wb.CP * (wb.R * e / free - q)
        Tw = Tw - excess / (1.0 + wb.LV / wb.CP * wb.R * p * de / (free * free))
    e = saturation(T)
    deficit = jnp.maximum(wb.R * e / (p - (1.0 - wb.R) * e) - q, 0.0)
    share = 1.0 / (1.0 + 6.99e-5 * jnp.exp(2.0 * (Tw - wb.T0 + 3.97)))
    mass = dp / wb.GRAVITY
    rate = wb.MELTING * jnp.maximum(Tw - wb.T0, 0.0)

    def level(state, at):
        rain, snow = state
        condensate, share, rate, mass, deficit = at
        snow = snow + condensate * share
        rain = rain + condensate * (1.0 - share)
        melt = snow * (1.0 - jnp.exp(-rate * mass))
        snow, rain = snow - melt, rain + melt
        evaporation = rain * (1.0 - jnp.exp(-wb.EVAPORATION * deficit * mass))
        return (rain - evaporation, snow), -(wb.LF * melt + wb.LV * evaporation) / (wb.CP * mass)
    zero = jnp.zeros_like(T[:, 0])
    (rain, snow), heating = lax.scan(level, (zero, zero), tuple(a.T for a in (mass * source, share, rate, mass, deficit)))
    return rain, snow, jnp.sum(q * mass, axis=1), heating.T
