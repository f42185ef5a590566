import numba as nb
import numpy as np


@nb.njit
def settle(q, rho, dz, dry, dt, a=36.34, b=0.1364, rate=2e-4, courant=0.8):
    cols, levels = q.shape
    rain = np.zeros(cols)
    content, flux = np.empty_like(q), np.empty_like(q)
    left = dt
    while left > 0.0:
        shortest = np.inf
        for c in range(cols):
            for l in range(levels):
                w = max(rho[c, l] * q[c, l], 0.0)
                speed = a * w**b * np.sqrt(1.2 / rho[c, l])
                shortest = min(shortest, dz[c, l] / max(speed, 1e-3))
                content[c, l] = w
                flux[c, l] = w * speed
        step = min(left, courant * shortest)
        for c in range(cols):
            above = 0.0
            for l in range(levels):
                new = q[c, l] + step * (above - flux[c, l]) / (rho[c, l] * dz[c, l])
                above = flux[c, l]
                q[c, l] = new - min(new, step * rate * dry[c, l] * np.sqrt(content[c, l]))
            rain[c] += step * above
        left -= step
    return rain
