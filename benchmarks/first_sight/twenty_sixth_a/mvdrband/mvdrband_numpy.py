import numpy as np


def mvdrband(X, freq, place, theta, load=1e-2):
    """Capon's beams over a band: where the power comes from, and what the beam at the strongest place hears."""
    tones, sensors, shots = X.shape
    R = np.einsum("fmt,fnt->fmn", X, X.conj()) / shots
    strength = np.trace(R, axis1=1, axis2=2).real / sensors
    R = R + load * strength[:, None, None] * np.eye(sensors)
    A = np.exp(-2j * np.pi * freq[:, None, None] * place[:, None] * np.sin(theta) / 340.0)
    B = np.linalg.solve(R, A)
    power = 1.0 / np.einsum("fma,fma->fa", A.conj(), B).real
    total = np.mean(power / power.max(axis=1, keepdims=True), axis=0)
    best = np.argmax(total)
    weights = B[:, :, best] * power[:, best, None]
    heard = np.einsum("fm,fmt->ft", weights.conj(), X)
    return 10.0 * np.log10(total), theta[best], heard
