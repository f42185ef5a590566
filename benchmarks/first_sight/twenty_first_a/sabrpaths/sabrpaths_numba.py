import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def sabrpaths(z, strikes, start=0.03, alpha=0.035, beta=0.6, rho=-0.3, nu=0.5, end=2.0):
    steps, _, paths = z.shape
    dt = end / steps
    root, other = np.sqrt(dt), np.sqrt(1.0 - rho ** 2)
    forward, sigma = np.full(paths, start), np.full(paths, alpha)
    for t in range(steps):
        for p in range(paths):
            dw = root * z[t, 0, p]
            f = forward[p]
            if f > 0.0:
                db = rho * dw + other * root * z[t, 1, p]
                local = sigma[p] * f ** beta
                f += local * db + 0.5 * beta * local * sigma[p] * max(f, 1e-12) ** (beta - 1.0) * (db * db - dt)
                forward[p] = f if f > 0.0 else 0.0
                sigma[p] *= np.exp(nu * dw - 0.5 * nu ** 2 * dt)
    price, error = np.empty(strikes.size), np.empty(strikes.size)
    absorbed = 0
    for p in range(paths):
        absorbed += forward[p] == 0.0
    for s in range(strikes.size):
        total = 0.0
        for p in range(paths):
            total += max(forward[p] - strikes[s], 0.0)
        mean = total / paths
        square = 0.0
        for p in range(paths):
            square += (max(forward[p] - strikes[s], 0.0) - mean) ** 2
        price[s] = mean
        error[s] = np.sqrt(square / (paths - 1)) / np.sqrt(paths)
    return price, error, absorbed
