import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def weights(a):
    b, c, d = a + 1.0, a - 1.0, a - 2.0
    return -a * c * d / 6.0, 0.5 * b * c * d, -0.5 * a * b * d, a * b * c / 6.0


@nb.njit(error_model="numpy")
def along_x(f, out, w, whole):
    nx, nv = f.shape
    for i in range(nx):
        for j in range(nv):
            k = i + whole[j] - 1
            value = 0.0
            for d in range(4):
                value += w[d, j] * f[(k + d) % nx, j]
            out[i, j] = value


@nb.njit(error_model="numpy")
def along_v(f, out, moved):
    nx, nv = f.shape
    for i in range(nx):
        whole = int(np.floor(moved[i]))
        w0, w1, w2, w3 = weights(moved[i] - whole)
        for j in range(nv):
            k = j + whole - 1
            if k >= 0 and k + 3 < nv:
                out[i, j] = w0 * f[i, k] + w1 * f[i, k + 1] + w2 * f[i, k + 2] + w3 * f[i, k + 3]
            else:
                a = w0 * f[i, k] if 0 <= k < nv else 0.0
                a += w1 * f[i, k + 1] if 0 <= k + 1 < nv else 0.0
                a += w2 * f[i, k + 2] if 0 <= k + 2 < nv else 0.0
                a += w3 * f[i, k + 3] if 0 <= k + 3 < nv else 0.0
                out[i, j] = a


@nb.njit(error_model="numpy")
def vlasovps(f, v, dx, dv, dt, steps):
    nx, nv = f.shape
    f, other = f.copy(), np.empty((nx, nv))
    w, whole = np.empty((4, nv)), np.empty(nv, np.int64)
    for j in range(nv):
        moved = -0.5 * dt / dx * v[j]
        whole[j] = int(np.floor(moved))
        w[0, j], w[1, j], w[2, j], w[3, j] = weights(moved - whole[j])
    kernel = np.zeros(nx)
    for j in range(nx):
        for k in range(1, (nx + 1) // 2):
            kernel[j] += np.sin(2.0 * np.pi * ((k * j) % nx) / nx) / (np.pi * k) * dx
    energy = np.zeros((steps, 2))
    rho, e, moved = np.empty(nx), np.empty(nx), np.empty(nx)
    for n in range(steps):
        along_x(f, other, w, whole)
        for i in range(nx):
            total = 0.0
            for j in range(nv):
                total += other[i, j]
            rho[i] = 1.0 - total * dv
        for i in range(nx):
            e[i] = 0.0
            for j in range(nx):
                e[i] += kernel[i - j if i >= j else i - j + nx] * rho[j]
            moved[i] = dt / dv * e[i]
            energy[n, 0] += 0.5 * dx * e[i] ** 2
        along_v(other, f, moved)
        along_x(f, other, w, whole)
        f, other = other, f
        total = 0.0
        for i in range(nx):
            for j in range(nv):
                total += f[i, j] * v[j] ** 2
        energy[n, 1] = 0.5 * dx * dv * total
    return f, energy
