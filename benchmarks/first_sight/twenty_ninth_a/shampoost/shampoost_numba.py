import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def fourth_root(S, ridge=1e-3):
    w, V = np.linalg.eigh(S)
    scaled = np.empty_like(V)
    for j in range(w.size):
        f = (max(w[j], 0.0) + ridge) ** -0.25
        for i in range(w.size):
            scaled[i, j] = V[i, j] * f
    return np.dot(scaled, V.T)


@nb.njit(error_model="numpy")
def shampoost(X, Y, steps, rate=0.1, keep=0.95, drag=0.9, every=4):
    n, rows = X.shape
    columns = Y.shape[1]
    W, M, G, H = np.zeros((rows, columns)), np.zeros((rows, columns)), np.empty((rows, columns)), np.empty((rows, columns))
    L, R = np.zeros((rows, rows)), np.zeros((columns, columns))
    PL, PR = np.eye(rows), np.eye(columns)
    E = np.empty((n, columns))
    losses = np.empty(steps)
    for t in range(steps):
        np.dot(X, W, out=E)
        s = 0.0
        for i in range(n):
            for j in range(columns):
                E[i, j] -= Y[i, j]
                s += E[i, j] * E[i, j]
        losses[t] = 0.5 * s / n
        np.dot(X.T, E, out=G)
        G /= n
        GL, GR = np.dot(G, G.T), np.dot(G.T, G)
        for i in range(rows):
            for j in range(rows):
                L[i, j] = keep * L[i, j] + GL[i, j]
        for i in range(columns):
            for j in range(columns):
                R[i, j] = keep * R[i, j] + GR[i, j]
        if t % every == 0:
            PL, PR = fourth_root(L), fourth_root(R)
        np.dot(np.dot(PL, G), PR, out=H)
        for i in range(rows):
            for j in range(columns):
                M[i, j] = drag * M[i, j] + (1.0 - drag) * H[i, j]
                W[i, j] -= rate * M[i, j]
    return W, losses
