import numpy as np


def energy(k, mass, hop, phase):
    """Matrices of two by two at all pairs of momenta."""
    a, b = k[:, None], k[None, :]
    H = np.zeros((k.size, k.size, 2, 2), dtype=complex)
    H[..., 0, 1] = 1.0 + np.exp(-1j * a) + np.exp(-1j * b)
    H[..., 1, 0] = np.conj(H[..., 0, 1])
    turn = 2.0 * hop * (np.sin(a) - np.sin(b) - np.sin(a - b)) * np.sin(phase)
    even = 2.0 * hop * np.cos(phase) * (np.cos(a) + np.cos(b) + np.cos(a - b))
    H[..., 0, 0], H[..., 1, 1] = even + mass + turn, even - mass - turn
    return H


def link(u, axis):
    z = np.sum(np.conj(u) * np.roll(u, -1, axis=axis), axis=-1)
    return z / np.abs(z)


def chernlink(k, mass, hop, phase):
    """After Fukui, Hatsugai and Suzuki: numbers, least gaps, and the field of the last mass."""
    chern, gap = np.zeros(mass.size), np.zeros(mass.size)
    for t in range(mass.size):
        w, v = np.linalg.eigh(energy(k, mass[t], hop, phase))
        ux, uy = link(v[..., 0], 0), link(v[..., 0], 1)
        field = np.angle(ux * np.roll(uy, -1, axis=0) * np.conj(np.roll(ux, -1, axis=1)) * np.conj(uy))
        chern[t] = field.sum() / (2.0 * np.pi)
        gap[t] = np.min(w[..., 1] - w[..., 0])
    return chern, gap, field
