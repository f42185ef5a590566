import numba as nb
import numpy as np


@nb.njit
def trusspeel(A):
    """Each pair is looked at once; triangles are counted for edges only."""
    n = A.shape[0]
    left, truss = A.copy(), 2 * A
    weak = np.zeros((n, n), np.bool_)
    k = 2
    while True:
        edges, gone = 0, 0
        for i in range(n):
            for j in range(i):
                if left[i, j] == 1:
                    edges += 1
                    support = 0
                    for l in range(n):
                        support += left[i, l] & left[j, l]
                    weak[i, j] = support < k - 2
                    gone += weak[i, j]
        if edges == 0:
            return truss, k - 1
        for i in range(n):
            for j in range(i):
                if left[i, j] == 1:
                    if gone == 0:
                        truss[i, j], truss[j, i] = k, k
                    elif weak[i, j]:
                        left[i, j], left[j, i] = 0, 0
        if gone == 0:
            k += 1
