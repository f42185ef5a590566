import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def free_energy(eta, kappa):
    grains, n, m = eta.shape
    bulk, slope = 0.0, 0.0
    for i in range(n):
        down = i + 1 if i + 1 < n else 0
        for j in range(m):
            right = j + 1 if j + 1 < m else 0
            squares, fourth = 0.0, 0.0
            for g in range(grains):
                e = eta[g, i, j]
                q = e * e
                squares += q
                fourth += q * q
                slope += (eta[g, down, j] - e) ** 2 + (eta[g, i, right] - e) ** 2
            bulk += -0.5 * squares + 0.25 * fourth + 0.5 * (squares * squares - fourth)
    return bulk + 0.5 * kappa * slope


@nb.njit(error_model="numpy")
def grainphase(eta, kappa, rate, dt, steps):
    grains, n, m = eta.shape
    energy = np.empty(steps)
    squares, new = np.empty((n, m)), np.empty((n, m))
    for t in range(steps):
        squares[:] = 0.0
        for g in range(grains):
            for i in range(n):
                for j in range(m):
                    squares[i, j] += eta[g, i, j] * eta[g, i, j]
        for g in range(grains):
            for i in range(n):
                up, down = i - 1 if i > 0 else n - 1, i + 1 if i + 1 < n else 0
                for j in range(m):
                    left, right = j - 1 if j > 0 else m - 1, j + 1 if j + 1 < m else 0
                    e = eta[g, i, j]
                    flat = eta[g, up, j] + eta[g, down, j] + eta[g, i, left] + eta[g, i, right] - 4.0 * e
                    drive = e * e * e - e + 2.0 * e * (squares[i, j] - e * e) - kappa * flat
                    new[i, j] = min(max(e - dt * rate * drive, 0.0), 1.0)
            eta[g] = new
        energy[t] = free_energy(eta, kappa)
    owner = np.empty((n, m), np.int64)
    area = np.zeros(grains, np.int64)
    for i in range(n):
        for j in range(m):
            best = 0
            for g in range(1, grains):
                if eta[g, i, j] > eta[best, i, j]:
                    best = g
            owner[i, j] = best
            area[best] += 1
    border = 0
    for i in range(n):
        for j in range(m):
            border += (owner[i, j] != owner[i - 1, j]) or (owner[i, j] != owner[i, j - 1])
    return energy, area, border / (n * m)
