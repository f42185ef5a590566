import numba as nb
import numpy as np


@nb.njit
def born(green, coupling, occupied, sigma):
    nk, ne, n, _ = green.shape
    nw, modes = occupied.shape
    adjoint = np.empty_like(coupling)
    for m in range(modes):
        adjoint[m] = coupling[m].T.conj()
    lower = np.empty((modes, n, n), np.complex64)
    upper = np.empty((modes, n, n), np.complex64)
    t = np.empty((n, n), np.complex64)
    for k in range(nk):
        for source in range(ne):
            g = green[k, source]
            for m in range(modes):
                for v, u, out in ((coupling[m], adjoint[m], lower[m]), (adjoint[m], coupling[m], upper[m])):
                    t[:] = 0
                    out[:] = 0
                    for i in range(n):
                        for p in range(n):
                            for j in range(n):
                                t[i, j] += v[i, p] * g[p, j]
                    for i in range(n):
                        for p in range(n):
                            for j in range(n):
                                out[i, j] += t[i, p] * u[p, j]
            for w in range(nw):
                for m in range(modes):
                    e = source + w + 1
                    if e < ne:
                        for i in range(n):
                            for j in range(n):
                                sigma[k, e, i, j] += (occupied[w, m] + np.float32(1)) * lower[m, i, j]
                    e = source - w - 1
                    if e >= 0:
                        for i in range(n):
                            for j in range(n):
                                sigma[k, e, i, j] += occupied[w, m] * upper[m, i, j]
    current = np.zeros(ne, np.float32)
    for e in range(ne):
        for k in range(nk):
            for i in range(n):
                for j in range(n):
                    current[e] += (sigma[k, e, i, j] * green[k, e, j, i]).real
    return current
