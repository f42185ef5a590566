import numba as nb
import numpy as np

LATENT = 2.5e6 / 1004.0
EPS = 0.622


@nb.njit
def saturation(t, p):
    pressure = 610.78 * np.exp(17.27 * (t - 273.16) / (t - 35.86))
    qs = EPS * pressure / max(p - (1.0 - EPS) * pressure, 1.0)
    return qs, qs * 17.27 * (273.16 - 35.86) / (t - 35.86) ** 2


@nb.njit
def physics(t, qv, qc, qr, p, dt):
    ncol, nz = t.shape
    ground = np.empty(ncol)
    share = 1.0 - np.exp(-dt / 60.0)
    for c in range(ncol):
        falling = 0.0
        for k in range(nz - 1, -1, -1):
            for _ in range(2):
                qs, slope = saturation(t[c, k], p[c, k])
                amount = max((qv[c, k] - qs) / (1.0 + LATENT * slope), -qc[c, k])
                t[c, k] += LATENT * amount
                qv[c, k] -= amount
                qc[c, k] += amount
            grown = dt * (1e-3 * max(qc[c, k] - 5e-4, 0.0) + 2.2 * qc[c, k] * max(qr[c, k], 0.0) ** 0.875)
            grown = min(grown, qc[c, k])
            qc[c, k] -= grown
            qr[c, k] += grown + falling
            qs, slope = saturation(t[c, k], p[c, k])
            dry = max((qs - qv[c, k]) / (1.0 + LATENT * slope), 0.0)
            lost = min(qr[c, k], dt * 2e-3 * dry)
            qv[c, k] += lost
            t[c, k] -= LATENT * lost
            qr[c, k] -= lost
            falling = qr[c, k] * share
            qr[c, k] -= falling
        ground[c] = falling
    return ground
