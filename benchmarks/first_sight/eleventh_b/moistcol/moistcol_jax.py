import jax
import jax.numpy as jnp
from jax import lax

LATENT = 2.5e6 / 1004.0
EPS = 0.622


def saturation(t, p):
    pressure = 610.78 * jnp.exp(17.27 * (t - 273.16) / (t - 35.86))
    qs = EPS * pressure / jnp.maximum(p - (1.0 - EPS) * pressure, 1.0)
    return qs, qs * 17.27 * (273.16 - 35.86) / (t - 35.86) ** 2


@jax.jit
def physics(t, qv, qc, qr, p, dt):
    for _ in range(2):
        qs, slope = saturation(t, p)
        amount = jnp.maximum((qv - qs) / (1.0 + LATENT * slope), -qc)
        t, qv, qc = t + LATENT * amount, qv - amount, qc + amount
    grown = dt * (1e-3 * jnp.maximum(qc - 5e-4, 0.0) + 2.2 * qc * jnp.maximum(qr, 0.0) ** 0.875)
    grown = jnp.minimum(grown, qc)
    qc, qr = qc - grown, qr + grown
    share = 1.0 - jnp.exp(-dt / 60.0)

    def fall(falling, x):
        t, qv, qr, p = x
        qr = qr + falling
        qs, slope = saturation(t, p)
        dry = jnp.maximum((qs - qv) / (1.0 + LATENT * slope), 0.0)
        lost = jnp.minimum(qr, dt * 2e-3 * dry)
        qr = qr - lost
        falling = qr * share
        return falling, (t - LATENT * lost, qv + lost, qr - falling)
    ground, (t, qv, qr) = lax.scan(fall, jnp.zeros(t.shape[0]), (t.T, qv.T, qr.T, p.T), reverse=True)
    return ground, t.T, qv.T, qc, qr.T
