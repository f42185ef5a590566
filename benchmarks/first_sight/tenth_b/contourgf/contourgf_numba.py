import numba as nb
import numpy as np


@nb.njit
def projected(ham, overlap, probe, nodes, weights, centre=0.3, radius=0.9):
    n, m = probe.shape
    first = np.zeros((n, m), np.complex128)
    second = np.zeros((n, m), np.complex128)
    for k in range(len(nodes)):
        offset = radius * np.exp(1j * nodes[k])
        z = centre + offset
        x = np.linalg.solve(z * overlap - ham, probe)
        a = weights[k] * offset
        for i in range(n):
            for j in range(m):
                first[i, j] += a * x[i, j]
                second[i, j] += a * z * x[i, j]
    moments = np.empty((2, m, m), np.complex128)
    ph = np.ascontiguousarray(np.conj(probe).T)
    moments[0] = ph @ first
    moments[1] = ph @ second
    green = np.linalg.inv((centre + 0.05j) * overlap - ham)
    t = 0j
    for i in range(n):
        for j in range(n):
            t += green[i, j] * overlap[j, i]
    c = 0j
    for i in range(m):
        c += moments[0, i, i]
    return c.real / m, moments, -t.imag / np.pi
