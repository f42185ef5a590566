import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def stumpff(z):
    if z > 0.1:
        q = np.sqrt(z)
        return (1.0 - np.cos(q)) / z, (q - np.sin(q)) / (z * q)
    if z < -0.1:
        q = np.sqrt(-z)
        return (1.0 - np.cosh(q)) / z, (np.sinh(q) - q) / (-z * q)
    c = (1.0 - z / 12.0 * (1.0 - z / 30.0 * (1.0 - z / 56.0 * (1.0 - z / 90.0 * (1.0 - z / 132.0))))) / 2.0
    return c, (1.0 - z / 20.0 * (1.0 - z / 42.0 * (1.0 - z / 72.0 * (1.0 - z / 110.0 * (1.0 - z / 156.0))))) / 6.0


@nb.njit(error_model="numpy")
def keplunivs(r0, v0, dt, mu, tol=1e-11, rounds=60):
    n = dt.size
    new, speed, out = np.empty((n, 3)), np.empty((n, 3)), np.empty(n)
    root = np.sqrt(mu)
    for i in range(n):
        x, y, z3 = r0[i]
        u, v, w = v0[i]
        far = np.sqrt(x * x + y * y + z3 * z3)
        alpha = 2.0 / far - (u * u + v * v + w * w) / mu
        along = (x * u + y * v + z3 * w) / root
        chi = root * dt[i] / far
        for _ in range(rounds):
            z = alpha * chi * chi
            c, s = stumpff(z)
            F = along * chi * chi * c + (1.0 - alpha * far) * chi ** 3 * s + far * chi - root * dt[i]
            r = along * chi * (1.0 - z * s) + (1.0 - alpha * far) * chi * chi * c + far
            bend = along * (1.0 - z * c) + (1.0 - alpha * far) * chi * (1.0 - z * s)
            step = 5.0 * F / (r + np.sqrt(abs(16.0 * r * r - 20.0 * F * bend)))
            chi -= step
            if abs(step) < tol:
                break
        z = alpha * chi * chi
        c, s = stumpff(z)
        f, g = 1.0 - chi * chi / far * c, dt[i] - chi ** 3 * s / root
        total = 0.0
        for k in range(3):
            new[i, k] = f * r0[i, k] + g * v0[i, k]
            total += new[i, k] ** 2
        r = np.sqrt(total)
        fdot, gdot = root / (r * far) * chi * (z * s - 1.0), 1.0 - chi * chi / r * c
        for k in range(3):
            speed[i, k] = fdot * r0[i, k] + gdot * v0[i, k]
        out[i] = chi
    return new, speed, out
