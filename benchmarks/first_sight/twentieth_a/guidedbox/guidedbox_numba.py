import numba as nb
import numpy as np


@nb.njit
def box(x, r):
    """Columns first, all of a row at once, then along each row."""
    ny, nx = x.shape
    half, out = np.empty((ny, nx)), np.empty((ny, nx))
    total = np.zeros(nx)
    for j in range(r):
        for i in range(nx):
            total[i] += x[j, i]
    for j in range(ny):
        if j + r < ny:
            for i in range(nx):
                total[i] += x[j + r, i]
        if j - r > 0:
            for i in range(nx):
                total[i] -= x[j - r - 1, i]
        for i in range(nx):
            half[j, i] = total[i]
    for j in range(ny):
        s = 0.0
        for i in range(r):
            s += half[j, i]
        for i in range(nx):
            if i + r < nx:
                s += half[j, i + r]
            if i - r > 0:
                s -= half[j, i - r - 1]
            out[j, i] = s
    return out


@nb.njit(error_model="numpy")
def guided(guide, p, r, eps=1e-3):
    ny, nx = p.shape
    count = np.empty((ny, nx))
    for j in range(ny):
        for i in range(nx):
            count[j, i] = (min(j + r, ny - 1) - max(j - r, 0) + 1) * (min(i + r, nx - 1) - max(i - r, 0) + 1)
    si, sp, sip, sii = box(guide, r), box(p, r), box(guide * p, r), box(guide * guide, r)
    a, b = np.empty((ny, nx)), np.empty((ny, nx))
    for j in range(ny):
        for i in range(nx):
            n = count[j, i]
            mi, mp = si[j, i] / n, sp[j, i] / n
            a[j, i] = (sip[j, i] / n - mi * mp) / (sii[j, i] / n - mi * mi + eps)
            b[j, i] = mp - a[j, i] * mi
    a, b = box(a, r), box(b, r)
    for j in range(ny):
        for i in range(nx):
            a[j, i] = a[j, i] / count[j, i] * guide[j, i] + b[j, i] / count[j, i]
    return a
