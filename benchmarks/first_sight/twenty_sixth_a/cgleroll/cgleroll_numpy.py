import numpy as np


def rate(A, b, c, h):
    around = np.roll(A, 1, axis=0) + np.roll(A, -1, axis=0) + np.roll(A, 1, axis=1) + np.roll(A, -1, axis=1)
    return A + (1.0 + 1j * b) * (around - 4.0 * A) / h ** 2 - (1.0 + 1j * c) * np.abs(A) ** 2 * A


def cgleroll(A, b, c, h, dt, steps):
    """The complex equation of Ginzburg and Landau on a torus by the midpoint rule; then the charges of its spirals' hearts."""
    for _ in range(steps):
        half = A + 0.5 * dt * rate(A, b, c, h)
        A = A + dt * rate(half, b, c, h)
    down = np.angle(np.roll(A, -1, axis=0) * np.conj(A))
    along = np.angle(np.roll(A, -1, axis=1) * np.conj(A))
    winding = along + np.roll(down, -1, axis=1) - np.roll(along, -1, axis=0) - down
    charge = np.rint(winding / (2.0 * np.pi)).astype(np.int64)
    return A, charge, np.count_nonzero(charge), np.mean(np.abs(A) ** 2)
