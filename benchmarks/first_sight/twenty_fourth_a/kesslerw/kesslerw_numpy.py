import numpy as np

LATENT, HEAT, CAPPA = 2.5e6, 1003.0, 0.286


def fall_speed(qr, rho):
    return 36.34 * (1e-3 * rho * qr) ** 0.1346 * np.sqrt(rho[0] / rho)


def sediment(qr, rho, dz, dt, ground):
    """Rain falls by as many short steps as its fastest drops need."""
    speed = fall_speed(qr, rho)
    turns = max(1, int(np.ceil(speed.max() * dt / (0.8 * dz))))
    short = dt / turns
    for turn in range(turns):
        down = rho * qr * speed
        ground += short * down[:, 0]
        qr[:, :-1] += short / (dz * rho[:-1]) * (down[:, 1:] - down[:, :-1])
        qr[:, -1] -= short / (dz * rho[-1]) * down[:, -1]
        np.maximum(qr, 0.0, out=qr)
        if turn < turns - 1:
            speed = fall_speed(qr, rho)


def kesslerw(theta, qv, qc, qr, rho, p, dz, dt, steps):
    """Rain on the ground; temperature and water change in place."""
    ground = np.zeros(theta.shape[0])
    exner = (p / 1000.0) ** CAPPA
    for _ in range(steps):
        sediment(qr, rho, dz, dt, ground)
        gathered = qc - (qc - dt * np.maximum(1e-3 * (qc - 1e-3), 0.0)) / (1.0 + dt * 2.2 * qr ** 0.875)
        qc -= gathered
        qr += gathered
        t = theta * exner
        qvs = 3.8 / p * np.exp(17.27 * (t - 273.0) / (t - 36.0))
        excess = (qv - qvs) / (1.0 + qvs * 4093.0 * LATENT / HEAT / (t - 36.0) ** 2)
        wet = 1e-3 * rho * qr
        vent = (1.6 + 124.9 * wet ** 0.2046) * wet ** 0.525
        dry = dt * vent / (2.55e8 / (p * qvs) + 5.4e5) * np.maximum(qvs - qv, 0.0) / (1e-3 * rho * qvs)
        dry = np.minimum(np.minimum(dry, np.maximum(-excess - qc, 0.0)), qr)
        cond = np.maximum(excess, -qc)
        theta += LATENT / (HEAT * exner) * (cond - dry)
        qv[:] = np.maximum(qv - cond + dry, 0.0)
        qc += cond
        qr -= dry
    return ground
