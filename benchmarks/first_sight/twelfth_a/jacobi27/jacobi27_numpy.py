import numpy as np


def jacobi27(u, weights, T):
    N = u.shape[0]
    for t in range(T):
        new = np.zeros((N - 2, N - 2, N - 2))
        for i in range(3):
            for j in range(3):
                for k in range(3):
                    far = abs(i - 1) + abs(j - 1) + abs(k - 1)
                    new += weights[far] * u[i:i + N - 2, j:j + N - 2, k:k + N - 2]
        u[1:-1, 1:-1, 1:-1] = new
