import numba as nb
import numpy as np


@nb.njit
def advect(tend, u, wcon, dtr):
    ni, nj, nk = u.shape
    explicit, implicit = 0.3, 0.7
    ccol, dcol = np.empty(nk), np.empty(nk)
    for i in range(ni):
        for j in range(nj):
            for k in range(nk):
                a, c, correction = 0.0, 0.0, 0.0
                if k > 0:
                    low = -0.25 * (wcon[i + 1, j, k] + wcon[i, j, k])
                    a = low * implicit
                    correction -= low * explicit * (u[i, j, k - 1] - u[i, j, k])
                if k < nk - 1:
                    high = 0.25 * (wcon[i + 1, j, k + 1] + wcon[i, j, k + 1])
                    c = high * implicit
                    correction -= high * explicit * (u[i, j, k + 1] - u[i, j, k])
                b = dtr - a - c
                d = dtr * u[i, j, k] + tend[i, j, k] + correction
                if k > 0:
                    divided = 1.0 / (b - ccol[k - 1] * a)
                    ccol[k] = c * divided
                    dcol[k] = (d - dcol[k - 1] * a) * divided
                else:
                    ccol[k] = c / b
                    dcol[k] = d / b
            data = dcol[nk - 1]
            tend[i, j, nk - 1] = dtr * (data - u[i, j, nk - 1])
            for k in range(nk - 2, -1, -1):
                data = dcol[k] - ccol[k] * data
                tend[i, j, k] = dtr * (data - u[i, j, k])
