import numba as nb
import numpy as np


@nb.njit
def seismogram(vx, vz, sxx, szz, sxz, light, lam, mu, taper, wavelet, receivers, dt, h):
    n, m = vx.shape
    steps = wavelet.size
    seis = np.zeros((steps, receivers.size, 2))
    r = dt / h
    c1, c2 = 9.0 / 8.0, 1.0 / 24.0
    for t in range(steps):
        for i in range(2, n - 2):
            for j in range(2, m - 2):
                rl = r * light[i, j]
                vx[i, j] += rl * (c1 * (sxx[i + 1, j] - sxx[i, j]) - c2 * (sxx[i + 2, j] - sxx[i - 1, j])
                                  + c1 * (sxz[i, j] - sxz[i, j - 1]) - c2 * (sxz[i, j + 1] - sxz[i, j - 2]))
                vz[i, j] += rl * (c1 * (sxz[i, j] - sxz[i - 1, j]) - c2 * (sxz[i + 1, j] - sxz[i - 2, j])
                                  + c1 * (szz[i, j + 1] - szz[i, j]) - c2 * (szz[i, j + 2] - szz[i, j - 1]))
        for i in range(2, n - 2):
            for j in range(2, m - 2):
                dxx = c1 * (vx[i, j] - vx[i - 1, j]) - c2 * (vx[i + 1, j] - vx[i - 2, j])
                dzz = c1 * (vz[i, j] - vz[i, j - 1]) - c2 * (vz[i, j + 1] - vz[i, j - 2])
                stiff = lam[i, j] + 2.0 * mu[i, j]
                sxx[i, j] += r * (stiff * dxx + lam[i, j] * dzz)
                szz[i, j] += r * (lam[i, j] * dxx + stiff * dzz)
                sxz[i, j] += r * mu[i, j] * (c1 * (vx[i, j + 1] - vx[i, j]) - c2 * (vx[i, j + 2] - vx[i, j - 1])
                                             + c1 * (vz[i + 1, j] - vz[i, j]) - c2 * (vz[i + 2, j] - vz[i - 1, j]))
        sxx[n // 2, m // 3] += wavelet[t]
        szz[n // 2, m // 3] += wavelet[t]
        for i in range(n):
            for j in range(m):
                g = taper[i, j]
                vx[i, j] *= g
                vz[i, j] *= g
                sxx[i, j] *= g
                szz[i, j] *= g
                sxz[i, j] *= g
        for k in range(receivers.size):
            seis[t, k, 0] = vx[receivers[k], 4]
            seis[t, k, 1] = vz[receivers[k], 4]
    return seis
