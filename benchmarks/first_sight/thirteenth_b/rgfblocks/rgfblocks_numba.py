import numba as nb
import numpy as np


@nb.njit
def density(H, T, energies, eta):
    blocks, m, _ = H.shape
    states = np.zeros((energies.size, blocks))
    left = np.empty_like(H)
    back = np.empty_like(T)
    for b in range(blocks - 1):
        back[b] = T[b].conj().T
    for e in range(energies.size):
        z = energies[e] + 1j * eta
        for b in range(blocks):
            M = -H[b]
            if b > 0:
                M -= np.dot(np.dot(back[b - 1], left[b - 1]), T[b - 1])
            for i in range(m):
                M[i, i] += z
            left[b] = np.linalg.inv(M)
        G = left[blocks - 1].copy()
        for b in range(blocks - 1, -1, -1):
            if b < blocks - 1:
                G = left[b] + np.dot(np.dot(np.dot(left[b], T[b]), G), np.dot(back[b], left[b]))
            s = 0.0
            for i in range(m):
                s += G[i, i].imag
            states[e, b] = -s / np.pi
    return states, states.sum(axis=1)
