import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def ellcheb(columns, values, b, x, tol, low=0.05, high=1.95):
    width, n = columns.shape
    middle, half = 0.5 * (high + low), 0.5 * (high - low)
    sigma = middle / half
    rho = 1.0 / sigma
    r, d = np.empty(n), np.empty(n)
    square, goal = 0.0, 0.0
    for i in range(n):
        total = 0.0
        for m in range(width):
            total += values[m, i] * x[columns[m, i]]
        r[i] = b[i] - total
        d[i] = r[i] / values[0, i] / middle
        square += r[i] * r[i]
        goal += b[i] * b[i]
    goal = tol * np.sqrt(goal)
    rounds = 0
    while np.sqrt(square) > goal and rounds < 500:
        square = 0.0
        for i in range(n):
            x[i] += d[i]
            total = 0.0
            for m in range(width):
                total += values[m, i] * d[columns[m, i]]
            r[i] -= total
            square += r[i] * r[i]
        after = 1.0 / (2.0 * sigma - rho)
        f, g = after * rho, 2.0 * after / half
        for i in range(n):
            d[i] = f * d[i] + g * (r[i] / values[0, i])
        rho = after
        rounds += 1
    return rounds, np.sqrt(square)
