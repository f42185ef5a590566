import numpy as np


def born(green, coupling, occupied, sigma):
    """Electrons that scatter at local phonons: the self-energy in Born's approximation, emission and absorption."""
    nk, ne = green.shape[:2]
    nw, modes = occupied.shape
    for k in range(nk):
        for e in range(ne):
            for w in range(nw):
                for m in range(modes):
                    vertex = coupling[m]
                    if e >= w + 1:
                        sigma[k, e] += (occupied[w, m] + 1.0) * (vertex @ green[k, e - w - 1] @ vertex.conj().T)
                    if e + w + 1 < ne:
                        sigma[k, e] += occupied[w, m] * (vertex.conj().T @ green[k, e + w + 1] @ vertex)
    current = np.zeros(ne, np.float32)
    for e in range(ne):
        for k in range(nk):
            current[e] += np.trace(sigma[k, e] @ green[k, e]).real
    return current
