import numba as nb
import numpy as np


@nb.njit
def trmmright(U, B, alpha=0.9):
    B[:] = alpha * np.dot(B, U)
