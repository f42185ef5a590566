import numpy as np


def bicgrow(A, p, r):
    s = np.zeros(A.shape[1])
    q = np.zeros(A.shape[0])
    for i in range(A.shape[0]):
        s += r[i] * A[i]
        q[i] = A[i] @ p
    return s, q
