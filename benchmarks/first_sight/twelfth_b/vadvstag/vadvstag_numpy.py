import numpy as np

BETA = 0.2


def advect(tend, u, wcon, dtr):
    """wcon: vertical velocity at the corners beside u, level by level along the last axis; tend is both read and replaced."""
    ni, nj, nk = u.shape
    ccol = np.zeros_like(u)
    dcol = np.zeros_like(u)
    explicit = 0.5 - BETA
    implicit = 0.5 + BETA
    for k in range(nk):
        acol = np.zeros((ni, nj))
        correction = np.zeros((ni, nj))
        if k > 0:
            low = -0.25 * (wcon[1:, :, k] + wcon[:-1, :, k])
            acol = low * implicit
            correction -= low * explicit * (u[:, :, k - 1] - u[:, :, k])
        if k < nk - 1:
            high = 0.25 * (wcon[1:, :, k + 1] + wcon[:-1, :, k + 1])
            ccol[:, :, k] = high * implicit
            correction -= high * explicit * (u[:, :, k + 1] - u[:, :, k])
        bcol = dtr - acol - ccol[:, :, k]
        dcol[:, :, k] = dtr * u[:, :, k] + tend[:, :, k] + correction
        if k > 0:
            divided = 1.0 / (bcol - ccol[:, :, k - 1] * acol)
            ccol[:, :, k] *= divided
            dcol[:, :, k] = (dcol[:, :, k] - dcol[:, :, k - 1] * acol) * divided
        else:
            ccol[:, :, k] /= bcol
            dcol[:, :, k] /= bcol
    data = dcol[:, :, nk - 1]
    tend[:, :, nk - 1] = dtr * (data - u[:, :, nk - 1])
    for k in range(nk - 2, -1, -1):
        data = dcol[:, :, k] - ccol[:, :, k] * data
        tend[:, :, k] = dtr * (data - u[:, :, k])
