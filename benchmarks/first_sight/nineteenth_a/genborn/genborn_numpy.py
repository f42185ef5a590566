import numpy as np


def solvate(x, radius, charge):
    """After Hawkins, Cramer and Truhlar: spheres about atoms take water from each other."""
    offset, scale, far = 0.09, 0.8, 12.0
    rho = radius - offset
    s = scale * rho
    d = x[:, None, :] - x[None, :, :]
    r = np.sqrt(np.sum(d**2, axis=-1))
    np.fill_diagonal(r, 1.0)
    a, b = rho[:, None], s[None, :]
    upper = r + b
    lower = np.maximum(a, np.abs(r - b))
    term = 0.5 * (1.0 / lower - 1.0 / upper + 0.25 * (r - b**2 / r) * (1.0 / upper**2 - 1.0 / lower**2)
                  + 0.5 * np.log(lower / upper) / r)
    term[a < b - r] += (1.0 / np.broadcast_to(a, r.shape) - 1.0 / lower)[a < b - r]
    term[(r > far) | (a > upper)] = 0.0
    np.fill_diagonal(term, 0.0)
    psi = term.sum(axis=1) * rho
    inverse = 1.0 / rho - np.tanh(psi - 0.8 * psi**2 + 4.85 * psi**3) / radius
    born = 1.0 / inverse
    np.fill_diagonal(r, 0.0)
    product = born[:, None] * born[None, :]
    f = np.sqrt(r**2 + product * np.exp(-(r**2) / (4.0 * product)))
    factor = -332.06 * (1.0 - np.exp(-0.1 * f) / 78.5)
    potential = (factor / f) @ charge
    return 0.5 * charge @ potential, potential, born
