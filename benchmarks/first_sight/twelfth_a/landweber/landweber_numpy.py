import numpy as np


def landweber(A, x, b, T, step=0.8):
    m, n = A.shape
    cost = np.zeros(T)
    for t in range(T):
        g = np.zeros(n)
        for i in range(m):
            r = np.dot(A[i], x) - b[i]
            cost[t] += 0.5 * r ** 2
            g += r * A[i]
        x -= step * g
    return cost
