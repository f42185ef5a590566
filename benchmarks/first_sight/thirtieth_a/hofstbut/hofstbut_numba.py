import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def hofstbut(n, fluxes, energies, width=0.08):
    size = n * n
    levels, density = np.empty((fluxes.size, size)), np.zeros((fluxes.size, energies.size))
    H = np.zeros((size, size), np.complex128)
    for f in range(fluxes.size):
        for i in range(n):
            phase = 2.0 * np.pi * fluxes[f] * i
            hop = -complex(np.cos(phase), np.sin(phase))
            for j in range(n):
                s = i * n + j
                if i > 0:
                    H[s, s - n] = H[s - n, s] = -1.0
                if j > 0:
                    H[s, s - 1], H[s - 1, s] = hop, hop.conjugate()
        levels[f] = np.linalg.eigvalsh(H)
        for e in range(energies.size):
            total = 0.0
            for k in range(size):
                d = (energies[e] - levels[f, k]) / width
                total += np.exp(-0.5 * d * d)
            density[f, e] = total / (np.sqrt(2.0 * np.pi) * width * size)
    return levels, density
