import numba as nb
import numpy as np


@nb.njit
def selfenergy(neighbour, dH, G, D):
    nk, ne, na, orb, _ = G.shape
    nq, nw = D.shape[:2]
    sigma = np.zeros_like(G)
    green = np.empty((orb, orb), np.complex128)
    left = np.empty((orb, orb), np.complex128)
    for k in range(nk):
        for e in range(ne):
            for q in range(nq):
                for w in range(nw):
                    for a in range(na):
                        for b in range(neighbour.shape[1]):
                            f = neighbour[a, b]
                            green[:] = 0.0
                            if e - w - 1 >= 0:
                                green += G[k - q, e - w - 1, f]
                            if e + w + 1 < ne:
                                green += G[k - q, e + w + 1, f]
                            for i in range(2):
                                left[:] = 0.0
                                for r in range(orb):
                                    for m in range(orb):
                                        h = dH[a, b, i, r, m]
                                        for c in range(orb):
                                            left[r, c] += h * green[m, c]
                                d0, d1 = D[q, w, a, b, i, 0], D[q, w, a, b, i, 1]
                                for m in range(orb):
                                    for c in range(orb):
                                        right = dH[a, b, 0, m, c] * d0 + dH[a, b, 1, m, c] * d1
                                        for r in range(orb):
                                            sigma[k, e, a, r, c] += left[r, m] * right
    return sigma
