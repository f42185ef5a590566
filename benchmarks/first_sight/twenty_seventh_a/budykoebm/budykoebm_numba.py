import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def budykoebm(sines, warm, sun, years, days=24):
    warm = warm.copy()
    bands, suns = warm.shape
    ds = 2.0 / bands
    dt = 3.15e7 / days / 4.0e7
    lead, main = np.empty(bands - 1), np.full(bands, 1.0 + 2.1 * dt)
    for i in range(bands - 1):
        e = 0.5 * (sines[i + 1] + sines[i])
        lead[i] = 0.45 * (1.0 - e ** 2) * dt / ds ** 2
        main[i] += lead[i]
        main[i + 1] += lead[i]
    factor = np.empty(bands)
    for i in range(1, bands):
        factor[i] = lead[i - 1] / main[i - 1]
        main[i] -= factor[i] * lead[i - 1]
    mean = np.zeros((years, suns))
    for year in range(years):
        for day in range(days):
            dec = np.arcsin(np.sin(0.4091) * np.sin(2.0 * np.pi * (day + 0.5) / days))
            sd, cd, td = np.sin(dec), np.cos(dec), np.tan(dec)
            for i in range(bands):
                s = sines[i]
                c = np.sqrt(1.0 - s * s)
                h = np.arccos(min(max(-s / c * td, -1.0), 1.0))
                share = (h * s * sd + c * cd * np.sin(h)) / np.pi
                for j in range(suns):
                    bright = 0.3 + 0.15 * (1.0 + np.tanh(-0.5 * (warm[i, j] + 8.0)))
                    warm[i, j] += dt * (sun[j] * share * (1.0 - bright) - 203.0)
                    if i > 0:
                        warm[i, j] += factor[i] * warm[i - 1, j]
            for j in range(suns):
                warm[bands - 1, j] /= main[bands - 1]
                mean[year, j] += warm[bands - 1, j] / (bands * days)
            for i in range(bands - 2, -1, -1):
                for j in range(suns):
                    warm[i, j] = (warm[i, j] + lead[i] * warm[i + 1, j]) / main[i]
                    mean[year, j] += warm[i, j] / (bands * days)
    edge = np.empty(suns)
    half = bands // 2
    for j in range(suns):
        ice = bands - half
        for i in range(half, bands):
            if warm[i, j] < -8.0:
                ice = i - half
                break
        edge[j] = np.arcsin(min(ice * ds, 1.0))
    return edge, mean, warm
