import numba as nb
import numpy as np

SPEED = 2.99792458e10


@nb.njit(error_model="numpy")
def harmonic(rho, modes):
    for w in modes:
        for e in range(w, rho.size):
            rho[e] += rho[e - w]


@nb.njit(error_model="numpy")
def beyerswin(modes, stretch, soft, saddle, threshold, kt, bins):
    rho = np.zeros(bins)
    rho[0] = 1.0
    harmonic(rho, modes)
    for k in range(stretch.size):
        out = rho.copy()
        level, v = 0, 1
        while True:
            after = stretch[k] * v - soft[k] * v * v
            if after <= level or after >= bins:
                break
            for e in range(after, bins):
                out[e] += rho[e - after]
            level = after
            v += 1
        rho = out
    over = np.zeros(bins - threshold)
    over[0] = 1.0
    harmonic(over, saddle)
    rate = np.zeros(bins)
    total = 0.0
    for e in range(bins - threshold):
        total += over[e]
        rate[threshold + e] = SPEED * total / max(rho[threshold + e], 1.0)
    thermal = np.empty(kt.size)
    for t in range(kt.size):
        top, bottom = 0.0, 0.0
        for e in range(bins):
            weight = rho[e] * np.exp(-e / kt[t])
            top += weight * rate[e]
            bottom += weight
        thermal[t] = top / bottom
    return rho, rate, thermal
