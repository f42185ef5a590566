import numpy as np

EPS = 0.622
LV, CP, GRAVITY = 2.5e6, 1004.0, 9.81


def saturation(t, p):
    """Mixing ratio over water after Bolton, and its slope with temperature."""
    es = 611.2 * np.exp(17.67 * (t - 273.15) / (t - 29.65))
    qs = EPS * es / (p - (1.0 - EPS) * es)
    return qs, qs * p / (p - (1.0 - EPS) * es) * 17.67 * 243.5 / (t - 29.65) ** 2


def satadj(t, qv, qc, p, sweeps=4):
    t, qv, qc = t.copy(), qv.copy(), qc.copy()
    level = p[:, np.newaxis, np.newaxis]
    for _ in range(sweeps):
        qs, slope = saturation(t, level)
        dq = (qv - qs) / (1.0 + LV / CP * slope)
        dq = np.maximum(dq, -qc)
        qv -= dq
        qc += dq
        t += LV / CP * dq
    cloudy = qc > 1.0e-6
    dp = -np.diff(p)
    path = np.einsum("k,kij->ij", dp, 0.5 * (qc[1:] + qc[:-1])) / GRAVITY
    top = np.where(cloudy.any(axis=0), p.size - 1 - np.argmax(cloudy[::-1], axis=0), -1)
    return t, qv, qc, path, top, cloudy.mean(axis=(1, 2))
