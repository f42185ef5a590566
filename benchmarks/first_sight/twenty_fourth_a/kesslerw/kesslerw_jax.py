from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

LATENT, HEAT, CAPPA = 2.5e6, 1003.0, 0.286


@partial(jax.jit, static_argnums=8)
def kesslerw(theta, qv, qc, qr, rho, p, dz, dt, steps):
    exner, thin = (p / 1000.0) ** CAPPA, jnp.sqrt(rho[0] / rho)

    def fall_speed(qr):
        return 36.34 * (1e-3 * rho * qr) ** 0.1346 * thin

    def step(_, state):
        theta, qv, qc, qr, ground = state
        turns = jnp.maximum(1, jnp.ceil(jnp.max(fall_speed(qr)) * dt / (0.8 * dz)).astype(int))
        short = dt / turns

        def fall(_, state):
            qr, ground = state
            down = rho * qr * fall_speed(qr)
            above = jnp.pad(down[:, 1:], ((0, 0), (0, 1)))
            return jnp.maximum(qr + short / (dz * rho) * (above - down), 0.0), ground + short * down[:, 0]

        qr, ground = lax.fori_loop(0, turns, fall, (qr, ground))
        gathered = qc - (qc - dt * jnp.maximum(1e-3 * (qc - 1e-3), 0.0)) / (1.0 + dt * 2.2 * qr ** 0.875)
        qc, qr = qc - gathered, qr + gathered
        t = theta * exner
        qvs = 3.8 / p * jnp.exp(17.27 * (t - 273.0) / (t - 36.0))
        excess = (qv - qvs) / (1.0 + qvs * 4093.0 * LATENT / HEAT / (t - 36.0) ** 2)
        wet = 1e-3 * rho * qr
        vent = (1.6 + 124.9 * wet ** 0.2046) * wet ** 0.525
        dry = dt * vent / (2.55e8 / (p * qvs) + 5.4e5) * jnp.maximum(qvs - qv, 0.0) / (1e-3 * rho * qvs)
        dry = jnp.minimum(jnp.minimum(dry, jnp.maximum(-excess - qc, 0.0)), qr)
        cond = jnp.maximum(excess, -qc)
        theta = theta + LATENT / (HEAT * exner) * (cond - dry)
        return theta, jnp.maximum(qv - cond + dry, 0.0), qc + cond, qr - dry, ground

    theta, qv, qc, qr, ground = lax.fori_loop(0, steps, step, (theta, qv, qc, qr, jnp.zeros(theta.shape[0])))
    return ground, theta, qv, qc, qr
