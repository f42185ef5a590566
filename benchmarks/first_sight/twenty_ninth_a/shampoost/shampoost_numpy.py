import numpy as np


def remember(S, G, keep):
    """Moments of what the gradient does to one side, in place."""
    S *= keep
    S += G @ G.T


def fourth_root(S, ridge=1e-3):
    w, V = np.linalg.eigh(S)
    return (V * (np.maximum(w, 0.0) + ridge) ** -0.25) @ V.T


def shampoost(X, Y, steps, rate=0.1, keep=0.95, drag=0.9, every=4):
    n, rows = X.shape
    columns = Y.shape[1]
    W, M = np.zeros((rows, columns)), np.zeros((rows, columns))
    L, R = np.zeros((rows, rows)), np.zeros((columns, columns))
    PL, PR = np.eye(rows), np.eye(columns)
    losses = np.empty(steps)
    for t in range(steps):
        E = X @ W - Y
        losses[t] = 0.5 * np.mean(np.sum(E * E, axis=1))
        G = X.T @ E / n
        remember(L, G, keep)
        remember(R, G.T, keep)
        if t % every == 0:
            PL, PR = fourth_root(L), fourth_root(R)
        M = drag * M + (1.0 - drag) * (PL @ G @ PR)
        W -= rate * M
    return W, losses
