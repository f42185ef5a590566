import numpy as np


def density(F, X, occupied):
    """Energies of orbitals, and twice the projector on the lowest of them."""
    e, c = np.linalg.eigh(X @ F @ X)
    lowest = X @ c[:, :occupied]
    return e, 2.0 * lowest @ lowest.T


def scf(S, H, eri, occupied, most, tol):
    s, v = np.linalg.eigh(S)
    X = (v / np.sqrt(s)) @ v.T
    e, D = density(H, X, occupied)
    focks, errors = [], []
    energy = 0.0
    for turn in range(most):
        J = np.einsum("pqrs,rs->pq", eri, D)
        K = np.einsum("prqs,rs->pq", eri, D)
        F = H + J - 0.5 * K
        energy = 0.5 * np.sum((H + F) * D)
        error = X @ (F @ D @ S - S @ D @ F) @ X
        if np.max(np.abs(error)) < tol:
            break
        focks.append(F)
        errors.append(error)
        if len(focks) > 5:
            focks.pop(0)
            errors.pop(0)
        m = len(focks)
        B = np.full((m + 1, m + 1), -1.0)
        B[m, m] = 0.0
        for i in range(m):
            for j in range(m):
                B[i, j] = np.sum(errors[i] * errors[j])
        scale = B[m - 1, m - 1]
        B[:m, :m] /= scale
        right = np.zeros(m + 1)
        right[m] = -1.0
        weights = np.linalg.solve(B, right)
        F = sum(weights[i] * focks[i] for i in range(m))
        e, D = density(F, X, occupied)
    return energy, e, D, turn
