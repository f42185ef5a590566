import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def velocity(x, y, strength, core, u, v):
    n = x.size
    for i in range(n):
        a, b = 0.0, 0.0
        for j in range(n):
            dx, dy = x[i] - x[j], y[i] - y[j]
            f = strength[j] / (dx * dx + dy * dy + core * core)
            a += f * dx
            b += f * dy
        u[i], v[i] = -b / (2.0 * np.pi), a / (2.0 * np.pi)


@nb.njit(error_model="numpy")
def vortblob(z, strength, core, dt, steps):
    n = z.size
    x, y = z.real.copy(), z.imag.copy()
    px, py, sx, sy, u, v = np.empty(n), np.empty(n), np.empty(n), np.empty(n), np.empty(n), np.empty(n)
    for _ in range(steps):
        velocity(x, y, strength, core, u, v)
        for i in range(n):
            sx[i], sy[i] = u[i], v[i]
        for stage in range(3):
            h, w = (dt, 1.0) if stage == 2 else (0.5 * dt, 2.0)
            for i in range(n):
                px[i], py[i] = x[i] + h * u[i], y[i] + h * v[i]
            velocity(px, py, strength, core, u, v)
            for i in range(n):
                sx[i] += w * u[i]
                sy[i] += w * v[i]
        for i in range(n):
            x[i] += dt / 6.0 * sx[i]
            y[i] += dt / 6.0 * sy[i]
    energy = 0.0
    moments = np.zeros(2, np.complex128)
    for i in range(n):
        for j in range(i + 1, n):
            energy += strength[i] * strength[j] * np.log((x[i] - x[j]) ** 2 + (y[i] - y[j]) ** 2 + core ** 2)
        moments[0] += strength[i] * complex(x[i], y[i])
        moments[1] += strength[i] * (x[i] ** 2 + y[i] ** 2)
    return x + 1j * y, -energy / (4.0 * np.pi), moments
