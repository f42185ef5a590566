import numpy as np


def dagger(M):
    return np.conj(np.swapaxes(M, -1, -2))


def staple(U, mu, nu):
    """Ways around the link along mu, by both sides of nu."""
    up = U[nu] @ np.roll(U[mu], -1, axis=nu) @ dagger(np.roll(U[nu], -1, axis=mu))
    down = dagger(U[nu]) @ U[mu] @ np.roll(U[nu], -1, axis=mu)
    return up + np.roll(down, 1, axis=nu)


def unitary(X, turns=8):
    """Newton's and Schulz's steps to the nearest unitary matrix, then determinant one."""
    for _ in range(turns):
        X = 1.5 * X - 0.5 * X @ (dagger(X) @ X)
    return X / np.linalg.det(X)[..., None, None] ** (1.0 / 3.0)


def plaquette(U):
    total = 0.0
    for mu in range(3):
        for nu in range(mu):
            loop = np.einsum("...ij,...jk,...lk,...il->...", U[mu], np.roll(U[nu], -1, axis=mu),
                             np.conj(np.roll(U[mu], -1, axis=nu)), np.conj(U[nu]), optimize=True)
            total += np.mean(loop.real) / 9.0
    return total


def apesmear(U, alpha, rounds):
    """Mean loops before each round and at the end; the links change in place."""
    mean = np.zeros(rounds + 1)
    for r in range(rounds):
        mean[r] = plaquette(U)
        new = np.empty_like(U)
        for mu in range(3):
            around = sum(staple(U, mu, nu) for nu in range(3) if nu != mu)
            new[mu] = unitary((1.0 - alpha) * U[mu] + alpha / 4.0 * around)
        U[:] = new
    mean[rounds] = plaquette(U)
    return mean
