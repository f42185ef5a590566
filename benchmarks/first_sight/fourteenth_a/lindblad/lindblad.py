import numpy as np


def initialize(d, loss, steps):
    rng = np.random.default_rng(42)
    H = rng.standard_normal((d, d)) + 1j * rng.standard_normal((d, d))
    H = 0.5 * (H + H.conj().T) / np.sqrt(d)
    C = 0.3 * (rng.standard_normal((loss, d, d)) + 1j * rng.standard_normal((loss, d, d))) / np.sqrt(d)
    psi = rng.standard_normal(d) + 1j * rng.standard_normal(d)
    psi /= np.linalg.norm(psi)
    seen = rng.standard_normal((4, d, d))
    return np.outer(psi, psi.conj()), H, C, seen + seen.swapaxes(1, 2) + 0j, 0.02, steps
