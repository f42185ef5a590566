import numba as nb
import numpy as np


@nb.njit
def splash(x, y, u, v, steps, h=0.12, stiff=2.0, rest=1.0, dt=2e-3, gravity=9.81):
    n = x.size
    mass = 1.0 / n
    front = 10.0 / (7.0 * np.pi * h * h)
    rho, p = np.empty(n), np.empty(n)
    ax, ay = np.empty(n), np.empty(n)
    for step in range(steps):
        for i in range(n):
            total = 0.0
            for j in range(n):
                dx, dy = x[i] - x[j], y[i] - y[j]
                q = np.sqrt(dx * dx + dy * dy) / h
                if q < 1.0:
                    total += 1.0 - 1.5 * q * q + 0.75 * q * q * q
                elif q < 2.0:
                    total += 0.25 * (2.0 - q) ** 3
            rho[i] = mass * front * total
            p[i] = stiff * (rho[i] - rest) / rho[i] ** 2
        for i in range(n):
            fx, fy = 0.0, 0.0
            for j in range(n):
                dx, dy = x[i] - x[j], y[i] - y[j]
                r = np.sqrt(dx * dx + dy * dy)
                q = r / h
                if q < 2.0 and i != j:
                    w = -3.0 * q + 2.25 * q * q if q < 1.0 else -0.75 * (2.0 - q) ** 2
                    push = -mass * (p[i] + p[j]) * (front / h * w) / r
                    fx += push * dx
                    fy += push * dy
            ax[i], ay[i] = fx, fy - gravity
        for i in range(n):
            u[i] += dt * ax[i]
            v[i] += dt * ay[i]
            x[i] += dt * u[i]
            y[i] += dt * v[i]
            if y[i] < 0.0:
                y[i] = -y[i]
                v[i] *= -0.5
    return rho
