import numba as nb
import numpy as np


@nb.njit
def solve_rows(start, column, value, mean, mine, other, penalty, A, b):
    """The lower triangle is gathered rating by rating, and factored in place after Cholesky: it is positive definite."""
    rank = mine.shape[1]
    for i in range(mine.shape[0]):
        low, high = start[i], start[i + 1]
        if high == low:
            mine[i] = 0.0
            continue
        A[:] = 0.0
        b[:] = 0.0
        for e in range(low, high):
            f = other[column[e]]
            v = value[e] - mean
            for p in range(rank):
                b[p] += f[p] * v
                for q in range(p + 1):
                    A[p, q] += f[p] * f[q]
        for p in range(rank):
            A[p, p] += penalty * (high - low)
        for p in range(rank):
            for q in range(p):
                s = A[p, q]
                for r in range(q):
                    s -= A[p, r] * A[q, r]
                A[p, q] = s / A[q, q]
            s = A[p, p]
            for r in range(p):
                s -= A[p, r] * A[p, r]
            A[p, p] = np.sqrt(s)
            s = b[p]
            for r in range(p):
                s -= A[p, r] * b[r]
            b[p] = s / A[p, p]
        for p in range(rank - 1, -1, -1):
            s = b[p]
            for r in range(p + 1, rank):
                s -= A[r, p] * b[r]
            b[p] = s / A[p, p]
        for p in range(rank):
            mine[i, p] = b[p]


@nb.njit
def factor(start, item, rating, start_item, user, rating_item, U, V, rounds, penalty=0.05):
    mean = rating.mean()
    error = np.empty(rounds)
    rank = U.shape[1]
    A, b = np.empty((rank, rank)), np.empty(rank)
    for k in range(rounds):
        solve_rows(start, item, rating, mean, U, V, penalty, A, b)
        solve_rows(start_item, user, rating_item, mean, V, U, penalty, A, b)
        total = 0.0
        for i in range(U.shape[0]):
            for e in range(start[i], start[i + 1]):
                guess = mean
                for p in range(rank):
                    guess += U[i, p] * V[item[e], p]
                total += (rating[e] - guess) ** 2
        error[k] = np.sqrt(total / rating.size)
    return error
