import numpy as np

LATENT = 2.5e6 / 1004.0
EPS = 0.622


def saturation(t, p):
    """Saturation mixing ratio, and its derivative by temperature."""
    pressure = 610.78 * np.exp(17.27 * (t - 273.16) / (t - 35.86))
    qs = EPS * pressure / np.maximum(p - (1.0 - EPS) * pressure, 1.0)
    return qs, qs * 17.27 * (273.16 - 35.86) / (t - 35.86) ** 2


def condense(t, qv, qc, p):
    for _ in range(2):
        qs, slope = saturation(t, p)
        amount = np.maximum((qv - qs) / (1.0 + LATENT * slope), -qc)
        t += LATENT * amount
        qv -= amount
        qc += amount


def physics(t, qv, qc, qr, p, dt):
    """Condensation, growth of rain, and its fall through the column with evaporation; returns what reaches the ground."""
    condense(t, qv, qc, p)
    grown = dt * (1e-3 * np.maximum(qc - 5e-4, 0.0) + 2.2 * qc * np.maximum(qr, 0.0) ** 0.875)
    grown = np.minimum(grown, qc)
    qc -= grown
    qr += grown
    falling = np.zeros(t.shape[0])
    for k in range(t.shape[1] - 1, -1, -1):
        qr[:, k] += falling
        qs, slope = saturation(t[:, k], p[:, k])
        dry = np.clip((qs - qv[:, k]) / (1.0 + LATENT * slope), 0.0, None)
        lost = np.minimum(qr[:, k], dt * 2e-3 * dry)
        qv[:, k] += lost
        t[:, k] -= LATENT * lost
        qr[:, k] -= lost
        falling = qr[:, k] * (1.0 - np.exp(-dt / 60.0))
        qr[:, k] -= falling
    return falling
