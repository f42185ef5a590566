import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def nelsonsv(years, rates, nears, fars, ridge):
    dates, m = rates.shape
    least = np.full(dates, np.inf)
    beta, decay = np.zeros((dates, 4)), np.zeros((dates, 2))
    x, fitted = np.empty((m, 4)), np.empty(4)
    for near in nears:
        for far in fars:
            for j in range(m):
                a, b = years[j] / near, years[j] / far
                ea, eb = np.exp(-a), np.exp(-b)
                x[j, 0] = 1.0
                x[j, 1] = (1.0 - ea) / a
                x[j, 2] = x[j, 1] - ea
                x[j, 3] = (1.0 - eb) / b - eb
            gram = np.dot(x.T, x) + ridge * np.eye(4)
            hat = np.linalg.solve(gram, x.T.copy())
            for d in range(dates):
                for k in range(4):
                    total = 0.0
                    for j in range(m):
                        total += hat[k, j] * rates[d, j]
                    fitted[k] = total
                error = 0.0
                for j in range(m):
                    off = rates[d, j] - fitted[0] - fitted[1] * x[j, 1] - fitted[2] * x[j, 2] - fitted[3] * x[j, 3]
                    error += off * off
                if error < least[d]:
                    least[d] = error
                    beta[d] = fitted
                    decay[d, 0], decay[d, 1] = near, far
    forward = np.empty(dates)
    for d in range(dates):
        a, b = 5.0 / decay[d, 0], 5.0 / decay[d, 1]
        forward[d] = beta[d, 0] + (beta[d, 1] + beta[d, 2] * a) * np.exp(-a) + beta[d, 3] * b * np.exp(-b)
        least[d] = np.sqrt(least[d] / m)
    return least, beta, decay, forward
