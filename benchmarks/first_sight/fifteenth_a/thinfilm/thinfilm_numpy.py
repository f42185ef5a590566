import numpy as np


def stack(lam, index, thick, n0, ns):
    b = np.ones(lam.shape[0], dtype=np.complex128)
    c = ns * b
    for k in range(index.shape[0] - 1, -1, -1):
        delta = 2.0 * np.pi * index[k] * thick[k] / lam
        cos, sin = np.cos(delta), np.sin(delta)
        b, c = cos * b + 1j * sin / index[k] * c, 1j * index[k] * sin * b + cos * c
    r = (n0 * b - c) / (n0 * b + c)
    R = np.abs(r) ** 2
    T = 4.0 * n0 * ns / np.abs(n0 * b + c) ** 2
    return R, T
