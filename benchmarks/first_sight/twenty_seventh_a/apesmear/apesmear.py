import numpy as np


def initialize(n):
    """Unitary matrices of determinant one, not far from one."""
    rng = np.random.default_rng(313)
    X = rng.standard_normal((3, n, n, n, 3, 3)) + 1j * rng.standard_normal((3, n, n, n, 3, 3))
    H = 0.25 * (X + np.conj(np.swapaxes(X, -1, -2)))
    H = H - np.trace(H, axis1=-2, axis2=-1)[..., None, None] / 3.0 * np.eye(3)
    w, V = np.linalg.eigh(H)
    return (V * np.exp(1j * w)[..., None, :]) @ np.conj(np.swapaxes(V, -1, -2)), 0.5
