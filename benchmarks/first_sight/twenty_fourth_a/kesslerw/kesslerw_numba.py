import numba as nb
import numpy as np

LATENT, HEAT, CAPPA = 2.5e6, 1003.0, 0.286


@nb.njit(error_model="numpy")
def speeds(qr, rho, thin, speed):
    most = 0.0
    for c in range(qr.shape[0]):
        for k in range(qr.shape[1]):
            speed[c, k] = 36.34 * (1e-3 * rho[k] * qr[c, k]) ** 0.1346 * thin[k]
            most = max(most, speed[c, k])
    return most


@nb.njit(error_model="numpy")
def kesslerw(theta, qv, qc, qr, rho, p, dz, dt, steps):
    columns, levels = theta.shape
    ground = np.zeros(columns)
    speed = np.empty((columns, levels))
    exner, thin = (p / 1000.0) ** CAPPA, np.sqrt(rho[0] / rho)
    for _ in range(steps):
        most = speeds(qr, rho, thin, speed)
        turns = max(1, int(np.ceil(most * dt / (0.8 * dz))))
        short = dt / turns
        for turn in range(turns):
            for c in range(columns):
                below = rho[0] * qr[c, 0] * speed[c, 0]
                ground[c] += short * below
                for k in range(levels):
                    above = rho[k + 1] * qr[c, k + 1] * speed[c, k + 1] if k < levels - 1 else 0.0
                    qr[c, k] = max(qr[c, k] + short / (dz * rho[k]) * (above - below), 0.0)
                    below = above
            if turn < turns - 1:
                speeds(qr, rho, thin, speed)
        for c in range(columns):
            for k in range(levels):
                cloud, rain, vapour = qc[c, k], qr[c, k], qv[c, k]
                gathered = cloud - (cloud - dt * max(1e-3 * (cloud - 1e-3), 0.0)) / (1.0 + dt * 2.2 * rain ** 0.875)
                cloud -= gathered
                rain += gathered
                t = theta[c, k] * exner[k]
                qvs = 3.8 / p[k] * np.exp(17.27 * (t - 273.0) / (t - 36.0))
                excess = (vapour - qvs) / (1.0 + qvs * 4093.0 * LATENT / HEAT / (t - 36.0) ** 2)
                dry = 0.0
                if rain > 0.0 and qvs > vapour:
                    wet = 1e-3 * rho[k] * rain
                    vent = (1.6 + 124.9 * wet ** 0.2046) * wet ** 0.525
                    dry = dt * vent / (2.55e8 / (p[k] * qvs) + 5.4e5) * (qvs - vapour) / (1e-3 * rho[k] * qvs)
                    dry = min(dry, max(-excess - cloud, 0.0), rain)
                cond = max(excess, -cloud)
                theta[c, k] += LATENT / (HEAT * exner[k]) * (cond - dry)
                qv[c, k] = max(vapour - cond + dry, 0.0)
                qc[c, k] = cloud + cond
                qr[c, k] = rain - dry
    return ground
