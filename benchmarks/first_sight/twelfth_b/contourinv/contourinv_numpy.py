import numpy as np


def occupied(H, emin, mu, points):
    """The density matrix of all states between emin and mu: a half circle, trapezoidal in the angle at midpoints."""
    n = H.shape[0]
    centre, radius = 0.5 * (mu + emin), 0.5 * (mu - emin)
    P = np.zeros((n, n))
    one = np.eye(n)
    for j in range(points):
        turn = np.exp(1j * np.pi * (j + 0.5) / points)
        G = np.linalg.inv((centre + radius * turn) * one - H)
        P += np.real(radius * turn * G) / points
    number = np.trace(P)
    band = np.sum(P * H.T)
    return P, number, band
