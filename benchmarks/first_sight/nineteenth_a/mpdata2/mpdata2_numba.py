import numba as nb
import numpy as np


@nb.njit
def upwind(psi, cx, cy, new):
    n, m = psi.shape
    zero = np.float32(0.0)
    new[0] = psi[0]
    new[n - 1] = psi[n - 1]
    for i in range(1, n - 1):
        new[i, 0] = psi[i, 0]
        new[i, m - 1] = psi[i, m - 1]
        for j in range(1, m - 1):
            e, w, s, t = cx[i - 1, j], cx[i - 1, j - 1], cy[i, j - 1], cy[i - 1, j - 1]
            here = psi[i, j]
            out = max(e, zero) * here + min(e, zero) * psi[i, j + 1]
            out -= max(w, zero) * psi[i, j - 1] + min(w, zero) * here
            out += max(s, zero) * here + min(s, zero) * psi[i + 1, j]
            out -= max(t, zero) * psi[i - 1, j] + min(t, zero) * here
            new[i, j] = here - out


@nb.njit(error_model="numpy")
def carry(psi, u, v, steps):
    n, m = psi.shape
    tiny, quarter, half, zero = np.float32(1e-12), np.float32(0.25), np.float32(0.5), np.float32(0.0)
    cx, cy = u[1:, :], v[:, 1:]
    first, second = np.empty_like(psi), np.empty_like(psi)
    ax, ay = np.empty_like(cx), np.empty_like(cy)
    for _ in range(steps):
        upwind(psi, cx, cy, first)
        for i in range(n - 2):
            for j in range(m - 1):
                c, a, b = cx[i, j], first[i + 1, j], first[i + 1, j + 1]
                w = (abs(c) - c * c) * (b - a) / (b + a + tiny)
                if 0 < j < m - 2:
                    across = quarter * (cy[i, j - 1] + cy[i + 1, j - 1] + cy[i, j] + cy[i + 1, j])
                    top, low = first[i + 2, j + 1] + first[i + 2, j], first[i, j + 1] + first[i, j]
                    w -= half * c * across * (top - low) / (top + low + tiny)
                ax[i, j] = w
        for i in range(n - 1):
            inner = 0 < i < n - 2
            for j in range(m - 2):
                c, a, b = cy[i, j], first[i, j + 1], first[i + 1, j + 1]
                w = (abs(c) - c * c) * (b - a) / (b + a + tiny)
                if inner:
                    along = quarter * (cx[i - 1, j] + cx[i, j] + cx[i - 1, j + 1] + cx[i, j + 1])
                    right, left = first[i + 1, j + 2] + first[i, j + 2], first[i + 1, j] + first[i, j]
                    w -= half * c * along * (right - left) / (right + left + tiny)
                ay[i, j] = w
        upwind(first, ax, ay, second)
        for i in range(n):
            for j in range(m):
                psi[i, j] = max(second[i, j], zero)
