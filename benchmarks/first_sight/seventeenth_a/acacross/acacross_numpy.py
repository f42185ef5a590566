import numpy as np


def inverse_distances(points, centre):
    return 1.0 / np.sqrt(np.sum((points - centre) ** 2, axis=1))


def crosses(x, y, tol, most):
    """U, V and rank with the block of 1 / |x_i - y_j| near U[:rank].T @ V[:rank], entries asked for row by row and column by column."""
    m, n = x.shape[0], y.shape[0]
    U, V = np.zeros((most, m)), np.zeros((most, n))
    free = np.ones(m, dtype=bool)
    row, rank, size2 = 0, 0, 0.0
    while rank < most:
        v = inverse_distances(y, x[row]) - U[:rank, row] @ V[:rank]
        free[row] = False
        column = np.argmax(np.abs(v))
        v = v / v[column]
        u = inverse_distances(x, y[column]) - V[:rank, column] @ U[:rank]
        cross2 = (u @ u) * (v @ v)
        size2 += cross2 + 2.0 * np.sum((U[:rank] @ u) * (V[:rank] @ v))
        U[rank], V[rank] = u, v
        rank += 1
        if cross2 <= tol**2 * size2:
            break
        row = np.argmax(np.where(free, np.abs(u), -1.0))
    return U, V, rank, np.sqrt(size2)
