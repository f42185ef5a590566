import numpy as np


def trusspeel(A):
    """The greatest k for which each edge lies in a part whose every edge has k - 2 triangles."""
    left = A.copy()
    truss = 2 * A
    k = 2
    while np.any(left):
        support = (left @ left) * left
        weak = (left == 1) & (support < k - 2)
        if np.any(weak):
            left[weak] = 0
        else:
            truss[left == 1] = k
            k += 1
    return truss, k - 1
