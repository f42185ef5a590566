import numpy as np


def solve_rows(start, column, value, mean, mine, other, penalty):
    """Each row of `mine` in place: ridge regression of its ratings on the factors of what it rated."""
    eye = np.eye(mine.shape[1])
    for i in range(mine.shape[0]):
        low, high = start[i], start[i + 1]
        if high == low:
            mine[i] = 0.0
            continue
        F = other[column[low:high]]
        A = F.T @ F + penalty * (high - low) * eye
        mine[i] = np.linalg.solve(A, F.T @ (value[low:high] - mean))


def factor(start, item, rating, start_item, user, rating_item, U, V, rounds, penalty=0.05):
    """Alternating least squares of a sparse matrix of ratings (Zhou et al.); factors change in place. Root mean square errors."""
    mean = rating.mean()
    error = np.empty(rounds)
    row = np.repeat(np.arange(U.shape[0]), np.diff(start))
    for k in range(rounds):
        solve_rows(start, item, rating, mean, U, V, penalty)
        solve_rows(start_item, user, rating_item, mean, V, U, penalty)
        guess = mean + np.sum(U[row] * V[item], axis=1)
        error[k] = np.sqrt(np.mean((rating - guess) ** 2))
    return error
