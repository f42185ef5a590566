import numba as nb
import numpy as np


@nb.njit
def doitgenlike(A, C):
    R, Q, P = A.shape
    for r in range(R):
        A[r] = np.dot(A[r], C)
