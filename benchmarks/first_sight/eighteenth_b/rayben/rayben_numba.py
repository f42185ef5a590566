import math

import numba as nb
import numpy as np


@nb.njit
def solve(right, nx, dx, dz):
    """Negative right-hand sides with waves as rows; whole columns at a time would jump through memory."""
    waves, n = right.shape
    beside = 1.0 / dz**2
    factor = np.empty(n)
    for m in range(waves):
        diagonal = (2.0 * math.cos(2.0 * math.pi * m / nx) - 2.0) / dx**2 - 2.0 * beside
        row = right[m]
        factor[0] = beside / diagonal
        row[0] = -row[0] / diagonal
        for k in range(1, n):
            pivot = 1.0 / (diagonal - beside * factor[k - 1])
            factor[k] = beside * pivot
            row[k] = (-row[k] - beside * row[k - 1]) * pivot
        for k in range(n - 2, -1, -1):
            row[k] -= factor[k] * row[k + 1]


@nb.njit
def advance(T, Z, P, newT, newZ, dx, dz, rayleigh, prandtl, dt):
    """P: stream function between the walls. Mean of upward heat and of squared speed."""
    nx, nz = T.shape
    heat = energy = 0.0
    for i in range(nx):
        Z[i, 0] = -2.0 * P[i, 0] / dz**2
        Z[i, nz - 1] = -2.0 * P[i, nz - 3] / dz**2
    ax, az, bx, bz = 0.5 / dx, 0.5 / dz, 1.0 / dx**2, 1.0 / dz**2
    for i in range(nx):
        e, o = i + 1 if i < nx - 1 else 0, i - 1 if i > 0 else nx - 1
        newT[i, 0], newT[i, nz - 1] = T[i, 0], T[i, nz - 1]
        newZ[i, 0], newZ[i, nz - 1] = Z[i, 0], Z[i, nz - 1]
        for k in range(1, nz - 1):
            above = P[i, k] if k < nz - 2 else 0.0
            below = P[i, k - 2] if k > 1 else 0.0
            u, w = (above - below) * az, -(P[e, k - 1] - P[o, k - 1]) * ax
            warmer = (T[e, k] - T[o, k]) * ax
            spread = (T[e, k] - 2.0 * T[i, k] + T[o, k]) * bx + (T[i, k + 1] - 2.0 * T[i, k] + T[i, k - 1]) * bz
            t = T[i, k] + dt * (spread - u * warmer - w * (T[i, k + 1] - T[i, k - 1]) * az)
            spread = (Z[e, k] - 2.0 * Z[i, k] + Z[o, k]) * bx + (Z[i, k + 1] - 2.0 * Z[i, k] + Z[i, k - 1]) * bz
            turn = prandtl * spread - u * (Z[e, k] - Z[o, k]) * ax - w * (Z[i, k + 1] - Z[i, k - 1]) * az
            newT[i, k] = t
            newZ[i, k] = Z[i, k] + dt * (turn - rayleigh * prandtl * warmer)
            heat += w * t
            energy += u * u + w * w
    count = nx * (nz - 2)
    return 1.0 + heat / count, 0.5 * energy / count


def convect(temperature, vorticity, aspect, rayleigh, prandtl, dt, steps):
    """NumPy's transforms, loops for the rest."""
    nx, nz = temperature.shape
    dx, dz = aspect / nx, 1.0 / (nz - 1)
    nusselt, energy = np.zeros(steps), np.zeros(steps)
    T, Z = temperature.copy(), vorticity.copy()
    newT, newZ = np.empty_like(T), np.empty_like(Z)
    for step in range(steps):
        right = np.fft.rfft(Z[:, 1:-1], axis=0)
        solve(right, nx, dx, dz)
        nusselt[step], energy[step] = advance(T, Z, np.fft.irfft(right, nx, axis=0), newT, newZ, dx, dz, rayleigh, prandtl, dt)
        T, newT, Z, newZ = newT, T, newZ, Z
    temperature[:], vorticity[:] = T, Z
    return nusselt, energy
