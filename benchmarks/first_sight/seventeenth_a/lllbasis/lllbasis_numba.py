import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def orthogonalise(basis, star, mu, norms, k):
    n = basis.shape[1]
    row = star[k]
    for i in range(n):
        row[i] = basis[k, i]
    for j in range(k):
        other = star[j]
        t = 0.0
        for i in range(n):
            t += basis[k, i] * other[i]
        t /= norms[j]
        mu[k, j] = t
        for i in range(n):
            row[i] -= t * other[i]
    t = 0.0
    for i in range(n):
        t += row[i] * row[i]
    norms[k] = t


@nb.njit
def reduce_basis(basis, delta):
    m, n = basis.shape
    star, mu, norms = np.zeros((m, n)), np.eye(m), np.zeros(m)
    orthogonalise(basis, star, mu, norms, 0)
    k, swaps = 1, 0
    while k < m:
        orthogonalise(basis, star, mu, norms, k)
        for j in range(k - 1, -1, -1):
            q = np.rint(mu[k, j])
            if q != 0.0:
                whole = np.int64(q)
                for i in range(n):
                    basis[k, i] -= whole * basis[j, i]
                for i in range(j + 1):
                    mu[k, i] -= q * mu[j, i]
        if norms[k] >= (delta - mu[k, k - 1] ** 2) * norms[k - 1]:
            k += 1
        else:
            for i in range(n):
                basis[k - 1, i], basis[k, i] = basis[k, i], basis[k - 1, i]
            orthogonalise(basis, star, mu, norms, k - 1)
            k = max(k - 1, 1)
            swaps += 1
    return norms, swaps
