import numpy as np


def cnwave(psi, V, T, dt=0.01, dx=0.02):
    """Every column of psi is a wave in its own potential; psi changes in place."""
    n, m = psi.shape
    r = 1j * dt / (4.0 * dx ** 2)
    diagonal = 1.0 + 2.0 * r + 0.5j * dt * V
    c = np.zeros((n, m), dtype=np.complex128)
    d = np.zeros_like(psi)
    c[0] = -r / diagonal[0]
    for i in range(1, n):
        c[i] = -r / (diagonal[i] + r * c[i - 1])
    for t in range(T):
        b = (2.0 - diagonal) * psi
        b[1:] += r * psi[:-1]
        b[:-1] += r * psi[1:]
        d[0] = b[0] / diagonal[0]
        for i in range(1, n):
            d[i] = (b[i] + r * d[i - 1]) / (diagonal[i] + r * c[i - 1])
        psi[-1] = d[-1]
        for i in range(n - 2, -1, -1):
            psi[i] = d[i] - c[i] * psi[i + 1]
    return np.sqrt(np.sum(np.abs(psi) ** 2, axis=0))
