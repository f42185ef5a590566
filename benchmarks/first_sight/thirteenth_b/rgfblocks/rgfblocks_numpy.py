import numpy as np


def density(H, T, energies, eta):
    """H: blocks on the diagonal; T: from each block to the next."""
    blocks, m, _ = H.shape
    states = np.zeros((energies.size, blocks))
    one = np.eye(m)
    for e, energy in enumerate(energies):
        z = (energy + 1j * eta) * one
        left = np.zeros_like(H)
        left[0] = np.linalg.inv(z - H[0])
        for b in range(1, blocks):
            left[b] = np.linalg.inv(z - H[b] - T[b - 1].conj().T @ left[b - 1] @ T[b - 1])
        G = left[-1]
        states[e, -1] = -np.trace(G).imag / np.pi
        for b in range(blocks - 2, -1, -1):
            across = left[b] @ T[b]
            G = left[b] + across @ G @ T[b].conj().T @ left[b]
            states[e, b] = -np.trace(G).imag / np.pi
    return states, states.sum(axis=1)
