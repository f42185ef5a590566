import numpy as np


def induce(x, alpha, field, tol):
    """Dipoles that a field and the dipoles of all others make in each atom, again until they rest."""
    r = x[:, None, :] - x[None, :, :]
    d2 = np.sum(r**2, axis=2)
    np.fill_diagonal(d2, 1.0)
    damp = 1.0 - np.exp(-0.39 * d2**1.5 / np.sqrt(alpha[:, None] * alpha[None, :]))
    np.fill_diagonal(damp, 0.0)
    tensor = 3.0 * r[:, :, :, None] * r[:, :, None, :] * (damp / d2**2.5)[:, :, None, None]
    tensor -= np.eye(3) * (damp / d2**1.5)[:, :, None, None]
    mu = alpha[:, None] * field
    turns, change = 0, 1.0
    while change > tol:
        new = alpha[:, None] * (field + np.einsum("ijab,jb->ia", tensor, mu))
        change = np.max(np.abs(new - mu))
        mu = 0.3 * mu + 0.7 * new
        turns += 1
    return mu, -0.5 * np.sum(mu * field), turns
