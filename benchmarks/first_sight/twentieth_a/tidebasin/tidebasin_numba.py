import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def tidebasin(depth, eta, u, v, steps, dx=500.0, dt=20.0, g=9.81, f=1e-4, drag=2.5e-3, dry=0.05):
    ny, nx = depth.shape
    gauge, total = np.zeros(steps), np.empty((ny, nx))
    fx, fy = np.zeros((ny, nx + 1)), np.zeros((ny + 1, nx))
    for t in range(steps):
        for j in range(ny):
            for i in range(nx):
                total[j, i] = depth[j, i] + eta[j, i]
        for j in range(ny):
            for i in range(1, nx):
                a, b = total[j, i - 1], total[j, i]
                vm = 0.25 * (v[j, i] + v[j + 1, i] + v[j, i - 1] + v[j + 1, i - 1])
                new = u[j, i] + dt * (-g * (eta[j, i] - eta[j, i - 1]) / dx + f * vm)
                new /= 1.0 + dt * drag * np.sqrt(new * new + vm * vm) / max(0.5 * (a + b), dry)
                new = new if a > dry and b > dry else 0.0
                u[j, i] = new
                fx[j, i] = new * (a if new > 0.0 else b)
        for j in range(1, ny):
            for i in range(nx):
                a, b = total[j - 1, i], total[j, i]
                um = 0.25 * (u[j, i] + u[j, i + 1] + u[j - 1, i] + u[j - 1, i + 1])
                new = v[j, i] + dt * (-g * (eta[j, i] - eta[j - 1, i]) / dx - f * um)
                new /= 1.0 + dt * drag * np.sqrt(new * new + um * um) / max(0.5 * (a + b), dry)
                new = new if a > dry and b > dry else 0.0
                v[j, i] = new
                fy[j, i] = new * (a if new > 0.0 else b)
        for j in range(ny):
            for i in range(nx):
                eta[j, i] -= dt / dx * (fx[j, i + 1] - fx[j, i] + fy[j + 1, i] - fy[j, i])
        eta[1:ny - 1, 0] = 0.8 * np.sin(1.4e-3 * dt * (t + 1))
        level, count = 0.0, 0
        for j in range(ny):
            for i in range(nx):
                if total[j, i] > dry:
                    level += eta[j, i]
                    count += 1
        gauge[t] = level / count
    return gauge
