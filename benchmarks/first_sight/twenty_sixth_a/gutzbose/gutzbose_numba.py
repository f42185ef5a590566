import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def near(phi, i, j):
    h, w = phi.shape
    total = 0.0
    if i > 0:
        total += phi[i - 1, j]
    if i < h - 1:
        total += phi[i + 1, j]
    if j > 0:
        total += phi[i, j - 1]
    if j < w - 1:
        total += phi[i, j + 1]
    return total


@nb.njit(error_model="numpy")
def gutzbose(mu, states, hop, tol, rounds):
    h, w = mu.shape
    root = np.sqrt(np.arange(states))
    phi, new, low = np.full((h, w), 0.8), np.empty((h, w)), np.empty((h, w))
    density, noise = np.empty((h, w)), np.empty((h, w))
    H = np.zeros((states, states))
    change, used = 1.0, 0
    while change > tol and used < rounds:
        change = 0.0
        for i in range(h):
            for j in range(w):
                pull = -hop * near(phi, i, j)
                for n in range(states):
                    H[n, n] = 0.5 * n * (n - 1) - mu[i, j] * n
                    if n > 0:
                        H[n - 1, n] = H[n, n - 1] = pull * root[n]
                energy, vectors = np.linalg.eigh(H)
                low[i, j] = energy[0]
                field, first, second = 0.0, 0.0, 0.0
                for n in range(states):
                    p = vectors[n, 0] ** 2
                    first += n * p
                    second += n * n * p
                    if n > 0:
                        field += root[n] * vectors[n - 1, 0] * vectors[n, 0]
                density[i, j], noise[i, j], new[i, j] = first, second - first * first, field
                change = max(change, abs(field - phi[i, j]))
        phi, new = new, phi
        used += 1
    total = 0.0
    for i in range(h):
        for j in range(w):
            total += low[i, j] + hop * phi[i, j] * near(phi, i, j)
    return phi, density, noise, total, used
