import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def exchange(wind, theta, ground, rough, z, tol, most):
    kappa, g = 0.4, 9.81
    n = len(wind)
    stress, heat, zeta = np.empty(n), np.empty(n), np.zeros(n)
    longest, left = 0, 0
    for i in range(n):
        log_m = np.log(z[i] / rough[i])
        log_h = log_m + 2.0
        at, turns, u, t = 0.0, 0, 0.0, 0.0
        rests = False
        while not rests and turns < most:
            if at < 0.0:
                root = np.sqrt(1.0 - 16.0 * at)
                x = np.sqrt(root)
                m = 2.0 * np.log((1.0 + x) / 2.0) + np.log((1.0 + root) / 2.0) - 2.0 * np.arctan(x) + np.pi / 2.0
                h = 2.0 * np.log((1.0 + root) / 2.0)
            else:
                m = -5.0 * min(at, 1.0)
                h = m
            u = kappa * wind[i] / (log_m - m)
            t = kappa * (theta[i] - ground[i]) / (log_h - h)
            new = min(max(0.5 * (at + kappa * g * z[i] * t / (theta[i] * u**2)), -5.0), 2.0)
            rests = abs(new - at) <= tol
            at = new
            turns += 1
        left += not rests
        longest = max(longest, turns)
        stress[i], heat[i], zeta[i] = 1.2 * u**2, -1.2 * 1005.0 * u * t, at
    return stress, heat, zeta, longest, left
