import numba as nb
import numpy as np

G, KAPPA, LEAST = 9.81, 0.4, 1e-4


@nb.njit(error_model="numpy")
def diffuse(f, k, factor, gap, thick, dt, bottom, diagonal, upper):
    n = f.size
    f[0] += dt * bottom / thick[0]
    upper[0] = dt * (factor * k[0]) / (gap[0] * thick[0])
    diagonal[0] = 1.0 + upper[0]
    for i in range(1, n):
        upper[i] = dt * (factor * k[i]) / (gap[i] * thick[i]) if i < n - 1 else 0.0
        lower = dt * (factor * k[i - 1]) / (gap[i - 1] * thick[i])
        diagonal[i] = 1.0 + upper[i] + lower
        m = -lower / diagonal[i - 1]
        diagonal[i] += m * upper[i - 1]
        f[i] -= m * f[i - 1]
    f[n - 1] /= diagonal[n - 1]
    for i in range(n - 2, -1, -1):
        f[i] = (f[i] + upper[i] * f[i + 1]) / diagonal[i]


@nb.njit(error_model="numpy")
def tkecol(z, u, v, theta, tke, heat, steps, dt=60.0):
    columns, n = u.shape
    gap, thick = np.empty(n - 1), np.empty(n)
    for i in range(n - 1):
        gap[i] = z[i + 1] - z[i]
    thick[0], thick[n - 1] = gap[0], gap[n - 2]
    for i in range(1, n - 1):
        thick[i] = (z[i + 1] - z[i - 1]) / 2.0
    height = np.zeros((steps, columns))
    km, kh, length, source = np.empty(n - 1), np.empty(n - 1), np.empty(n), np.empty(n)
    diagonal, upper = np.empty(n), np.empty(n)
    for c in range(columns):
        U, V, T, E = u[c], v[c], theta[c], tke[c]
        for t in range(steps):
            source[:] = 0.0
            for i in range(n - 1):
                shear = ((U[i + 1] - U[i]) / gap[i]) ** 2 + ((V[i + 1] - V[i]) / gap[i]) ** 2
                stable = 2.0 * G * (T[i + 1] - T[i]) / (gap[i] * (T[i + 1] + T[i]))
                energy = 0.5 * (E[i + 1] + E[i])
                mid = 0.5 * (z[i + 1] + z[i])
                size = KAPPA * mid / (1.0 + KAPPA * mid / 100.0)
                if stable > 1e-6:
                    size = min(size, 0.76 * np.sqrt(energy / stable))
                length[i] = size
                km[i] = 0.1 * size * np.sqrt(energy)
                kh[i] = km[i] * (1.0 + 2.0 * size / max(mid, 100.0))
                made = 0.5 * (km[i] * shear - kh[i] * stable)
                source[i] += made
                source[i + 1] += made
            length[n - 1] = length[n - 2]
            for i in range(n):
                e = max(E[i] + dt * source[i], LEAST)
                E[i] = e / (1.0 + dt * 0.7 * np.sqrt(e) / length[i])
            drag = -2e-3 * np.hypot(U[0], V[0])
            diffuse(E, km, 2.0, gap, thick, dt, 0.0, diagonal, upper)
            diffuse(T, kh, 1.0, gap, thick, dt, heat[c], diagonal, upper)
            diffuse(U, km, 1.0, gap, thick, dt, drag * U[0], diagonal, upper)
            diffuse(V, km, 1.0, gap, thick, dt, drag * V[0], diagonal, upper)
            most = E[0]
            for i in range(n):
                most = max(most, E[i])
            at = 0
            for i in range(n):
                if E[i] < 0.05 * most:
                    at = i
                    break
            height[t, c] = z[at]
    return height
