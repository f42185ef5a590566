import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def rates(u, k, force, out):
    n = u.size
    for i in range(n):
        s = 0j
        if i < n - 2:
            s += k[i] * u[i + 1] * u[i + 2]
        if 1 <= i < n - 1:
            s -= 0.5 * k[i - 1] * u[i - 1] * u[i + 1]
        if i >= 2:
            s -= 0.5 * k[i - 2] * u[i - 2] * u[i - 1]
        out[i] = complex(s.imag, s.real)
    out[3] += force


@nb.njit(error_model="numpy")
def goyshell(u, k, steps, dt=2e-4, thick=1e-5, force=0.005 + 0.005j):
    u = u.copy()
    runs, n = u.shape
    half = np.exp(-0.5 * dt * thick * k ** 2)
    energy, moments, flux = np.zeros((steps, runs)), np.zeros((3, n)), np.zeros(n - 2)
    a, b, c, d, w = (np.empty(n, np.complex128), np.empty(n, np.complex128), np.empty(n, np.complex128),
                     np.empty(n, np.complex128), np.empty(n, np.complex128))
    for r in range(runs):
        x = u[r]
        for t in range(steps):
            rates(x, k, force, a)
            for i in range(n):
                w[i] = half[i] * (x[i] + 0.5 * dt * a[i])
            rates(w, k, force, b)
            for i in range(n):
                w[i] = half[i] * x[i] + 0.5 * dt * b[i]
            rates(w, k, force, c)
            for i in range(n):
                w[i] = half[i] * (half[i] * x[i] + dt * c[i])
            rates(w, k, force, d)
            for i in range(n):
                x[i] = half[i] * (half[i] * (x[i] + dt / 6.0 * a[i]) + dt / 3.0 * (b[i] + c[i])) + dt / 6.0 * d[i]
                square = x[i].real ** 2 + x[i].imag ** 2
                size = np.sqrt(square)
                energy[t, r] += 0.5 * square
                moments[0, i] += size
                moments[1, i] += square
                moments[2, i] += size * square
        for i in range(n - 2):
            flux[i] += k[i + 1] * (x[i] * x[i + 1] * x[i + 2]).imag / runs
    return u, energy, flux, moments / (steps * runs)
