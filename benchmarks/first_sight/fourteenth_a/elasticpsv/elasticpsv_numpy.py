import numpy as np

C1, C2 = 9.0 / 8.0, 1.0 / 24.0
INNER = slice(2, -2)


def ahead_x(f):
    return C1 * (f[3:-1, INNER] - f[2:-2, INNER]) - C2 * (f[4:, INNER] - f[1:-3, INNER])


def behind_x(f):
    return C1 * (f[2:-2, INNER] - f[1:-3, INNER]) - C2 * (f[3:-1, INNER] - f[:-4, INNER])


def ahead_z(f):
    return C1 * (f[INNER, 3:-1] - f[INNER, 2:-2]) - C2 * (f[INNER, 4:] - f[INNER, 1:-3])


def behind_z(f):
    return C1 * (f[INNER, 2:-2] - f[INNER, 1:-3]) - C2 * (f[INNER, 3:-1] - f[INNER, :-4])


def seismogram(vx, vz, sxx, szz, sxz, light, lam, mu, taper, wavelet, receivers, dt, h):
    n, m = vx.shape
    steps = len(wavelet)
    seis = np.zeros((steps, len(receivers), 2))
    inner = (INNER, INNER)
    r = dt / h
    stiff = lam + 2.0 * mu
    for t in range(steps):
        vx[inner] += r * light[inner] * (ahead_x(sxx) + behind_z(sxz))
        vz[inner] += r * light[inner] * (behind_x(sxz) + ahead_z(szz))
        dxx, dzz = behind_x(vx), behind_z(vz)
        sxx[inner] += r * (stiff[inner] * dxx + lam[inner] * dzz)
        szz[inner] += r * (lam[inner] * dxx + stiff[inner] * dzz)
        sxz[inner] += r * mu[inner] * (ahead_z(vx) + ahead_x(vz))
        sxx[n // 2, m // 3] += wavelet[t]
        szz[n // 2, m // 3] += wavelet[t]
        for field in (vx, vz, sxx, szz, sxz):
            field *= taper
        seis[t, :, 0] = vx[receivers, 4]
        seis[t, :, 1] = vz[receivers, 4]
    return seis
