import numba as nb
import numpy as np


@nb.njit
def residual_line(out, points, p, rows, others, place, rank):
    for i in range(out.size):
        dx, dy, dz = points[i, 0] - p[0], points[i, 1] - p[1], points[i, 2] - p[2]
        out[i] = 1.0 / np.sqrt(dx * dx + dy * dy + dz * dz)
    for r in range(rank):
        factor = others[r, place]
        line = rows[r]
        for i in range(out.size):
            out[i] -= factor * line[i]


@nb.njit(fastmath={"reassoc", "nsz"})
def dot(a, b):
    """Sums in any order, as BLAS sums them."""
    total = 0.0
    for i in range(a.size):
        total += a[i] * b[i]
    return total


@nb.njit
def crosses(x, y, tol, most):
    """Dot products with several sums at a time."""
    m, n = x.shape[0], y.shape[0]
    U, V = np.zeros((most, m)), np.zeros((most, n))
    free = np.ones(m, np.bool_)
    row, rank, size2 = 0, 0, 0.0
    while rank < most:
        u, v = U[rank], V[rank]
        residual_line(v, y, x[row], V, U, row, rank)
        free[row] = False
        column, best = 0, -1.0
        for j in range(n):
            if abs(v[j]) > best:
                column, best = j, abs(v[j])
        pivot = v[column]
        for j in range(n):
            v[j] /= pivot
        residual_line(u, x, y[column], U, V, column, rank)
        cross2 = dot(u, u) * dot(v, v)
        mixed = 0.0
        for r in range(rank):
            mixed += dot(U[r], u) * dot(V[r], v)
        size2 += cross2 + 2.0 * mixed
        rank += 1
        if cross2 <= tol**2 * size2:
            break
        row, best = 0, -1.0
        for i in range(m):
            if free[i] and abs(u[i]) > best:
                row, best = i, abs(u[i])
    return U, V, rank, np.sqrt(size2)
