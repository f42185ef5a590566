import numba as nb
import numpy as np


@nb.njit
def occupied(H, emin, mu, points):
    n = H.shape[0]
    centre, radius = 0.5 * (mu + emin), 0.5 * (mu - emin)
    P = np.zeros((n, n))
    A = np.empty((n, n), np.complex128)
    for j in range(points):
        turn = np.exp(1j * np.pi * (j + 0.5) / points)
        z = centre + radius * turn
        for p in range(n):
            for q in range(n):
                A[p, q] = -H[p, q]
            A[p, p] += z
        G = np.linalg.inv(A)
        w = radius * turn / points
        for p in range(n):
            for q in range(n):
                P[p, q] += (w * G[p, q]).real
    number, band = 0.0, 0.0
    for p in range(n):
        number += P[p, p]
        for q in range(n):
            band += P[p, q] * H[q, p]
    return P, number, band
