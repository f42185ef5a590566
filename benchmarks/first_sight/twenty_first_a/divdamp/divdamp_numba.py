import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def spread(d, dx, dy, area, scale, out):
    ni, nj, nk = d.shape
    for i in range(ni):
        for j in range(nj):
            east = dy[i + 1, j] / dx[i + 1, j] if i + 1 < ni else 0.0
            west = dy[i, j] / dx[i, j] if i > 0 else 0.0
            north = dx[i, j + 1] / dy[i, j + 1] if j + 1 < nj else 0.0
            south = dx[i, j] / dy[i, j] if j > 0 else 0.0
            ie, iw = min(i + 1, ni - 1), max(i - 1, 0)
            jn, js = min(j + 1, nj - 1), max(j - 1, 0)
            a = area[i, j]
            for k in range(nk):
                here = d[i, j, k]
                flux = ((d[ie, j, k] - here) * east - (here - d[iw, j, k]) * west
                        + (d[i, jn, k] - here) * north - (here - d[i, js, k]) * south)
                out[i, j, k] = scale * (flux / a)


@nb.njit(error_model="numpy")
def divdamp(u, v, dx, dy, area, ke, order, dt):
    ni, nj, nk = ke.shape
    small = np.min(area)
    div, high, other = np.empty((ni, nj, nk)), np.empty((ni, nj, nk)), np.empty((ni, nj, nk))
    for i in range(ni):
        for j in range(nj):
            e, w, n, s, a = dy[i + 1, j], dy[i, j], dx[i, j + 1], dx[i, j], area[i, j]
            for k in range(nk):
                div[i, j, k] = (u[i + 1, j, k] * e - u[i, j, k] * w + v[i, j + 1, k] * n - v[i, j, k] * s) / a
                high[i, j, k] = div[i, j, k]
    for _ in range(order):
        spread(high, dx, dy, area, small, other)
        high, other = other, high
    factor = (-1.0) ** order * 0.12 ** (order + 1) * small
    for i in range(ni):
        for j in range(nj):
            for k in range(nk):
                share = small * max(0.0075, min(0.2, 0.15 * dt * abs(div[i, j, k])))
                damp = share * div[i, j, k] + factor * high[i, j, k]
                high[i, j, k] = damp
                ke[i, j, k] += damp
    for i in range(1, ni):
        for j in range(nj):
            for k in range(nk):
                u[i, j, k] += (high[i, j, k] - high[i - 1, j, k]) / dx[i, j]
    for i in range(ni):
        for j in range(1, nj):
            for k in range(nk):
                v[i, j, k] += (high[i, j, k] - high[i, j - 1, k]) / dy[i, j]
