import numpy as np


def projected(ham, overlap, probe, nodes, weights, centre=0.3, radius=0.9):
    """Moments of the spectral projector in a disc by the resolvent on its border, and the density of states at its centre."""
    n, m = probe.shape
    first = np.zeros((n, m), dtype=ham.dtype)
    second = np.zeros((n, m), dtype=ham.dtype)
    for angle, weight in zip(nodes, weights):
        offset = radius * np.exp(1j * angle)
        z = centre + offset
        x = np.linalg.solve(z * overlap - ham, probe)
        first += weight * offset * x
        second += weight * offset * z * x
    moments = np.stack([probe.conj().T @ first, probe.conj().T @ second])
    green = np.linalg.inv((centre + 0.05j) * overlap - ham)
    dos = -np.trace(green @ overlap).imag / np.pi
    return np.trace(moments[0]).real / m, moments, dos
