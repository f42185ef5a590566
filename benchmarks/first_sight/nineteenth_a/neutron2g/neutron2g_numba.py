import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def couplings(D, loss, h):
    n, m = D.shape
    across, along, diagonal = np.empty((n, m - 1)), np.empty((n - 1, m)), loss.copy()
    for i in range(n):
        for j in range(m - 1):
            a = 2.0 * D[i, j + 1] * D[i, j] / (D[i, j + 1] + D[i, j]) / h**2
            across[i, j] = a
            diagonal[i, j + 1] += a
            diagonal[i, j] += a
    for i in range(n - 1):
        for j in range(m):
            a = 2.0 * D[i + 1, j] * D[i, j] / (D[i + 1, j] + D[i, j]) / h**2
            along[i, j] = a
            diagonal[i + 1, j] += a
            diagonal[i, j] += a
    edge = 0.5 / h
    diagonal[0] += edge
    diagonal[n - 1] += edge
    diagonal[:, 0] += edge
    diagonal[:, m - 1] += edge
    return across, along, 0.9 / diagonal


@nb.njit
def relax(across, along, inverse, phi, source, sweeps, other):
    n, m = phi.shape
    for _ in range(sweeps):
        for i in range(n):
            up, down = i > 0, i < n - 1
            for j in range(m):
                total = source[i, j]
                if j > 0:
                    total += across[i, j - 1] * phi[i, j - 1]
                if j < m - 1:
                    total += across[i, j] * phi[i, j + 1]
                if up:
                    total += along[i - 1, j] * phi[i - 1, j]
                if down:
                    total += along[i, j] * phi[i + 1, j]
                other[i, j] = 0.1 * phi[i, j] + total * inverse[i, j]
        phi, other = other, phi
    return phi, other


@nb.njit(error_model="numpy")
def critical(D1, D2, removal, scatter, absorb, nu1, nu2, h, sweeps, tol, most):
    n, m = D1.shape
    a1, b1, d1 = couplings(D1, removal, h)
    a2, b2, d2 = couplings(D2, absorb, h)
    phi1, phi2, o1, o2 = np.ones((n, m)), np.ones((n, m)), np.empty((n, m)), np.empty((n, m))
    births, source = nu1 + nu2, np.empty((n, m))
    k, turn, old = 1.0, 0, np.sum(births)
    for turn in range(most):
        for i in range(n):
            for j in range(m):
                source[i, j] = births[i, j] / k
        phi1, o1 = relax(a1, b1, d1, phi1, source, sweeps, o1)
        for i in range(n):
            for j in range(m):
                source[i, j] = scatter[i, j] * phi1[i, j]
        phi2, o2 = relax(a2, b2, d2, phi2, source, sweeps, o2)
        total = 0.0
        for i in range(n):
            for j in range(m):
                births[i, j] = nu1[i, j] * phi1[i, j] + nu2[i, j] * phi2[i, j]
                total += births[i, j]
        ratio = total / old
        old = total
        k *= ratio
        if abs(ratio - 1.0) < tol:
            break
    count, most_power = 0, 0.0
    for i in range(n):
        for j in range(m):
            count += births[i, j] > 0.0
            most_power = max(most_power, births[i, j])
    return k, phi1, phi2, most_power / (old / count), turn
