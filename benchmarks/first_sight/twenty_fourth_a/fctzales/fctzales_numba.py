import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def split(c, a, b, d, e):
    """Low and additional flux between b and d."""
    low = c * b if c > 0.0 else c * d
    return low, c * (7.0 * (b + d) - a - e) / 12.0 - low


@nb.njit(error_model="numpy")
def fctzales(q, u, v, steps):
    n, m = q.shape
    q = q.copy()
    new, lx, ly, ax, ay = np.empty((n, m)), np.empty((n, m)), np.empty((n, m)), np.empty((n, m)), np.empty((n, m))
    gain, give, most, least = np.empty((n, m)), np.empty((n, m)), np.empty((n, m)), np.empty((n, m))
    peaks = np.zeros(steps)
    for k in range(steps):
        for i in range(n):
            up, down, far = (i - 1) % n, (i + 1) % n, (i + 2) % n
            for j in range(m):
                left = j - 1 if j > 0 else m - 1
                right = j + 1 if j < m - 1 else 0
                further = right + 1 if right < m - 1 else 0
                lx[i, j], ax[i, j] = split(u[i, j], q[i, left], q[i, j], q[i, right], q[i, further])
                ly[i, j], ay[i, j] = split(v[i, j], q[up, j], q[i, j], q[down, j], q[far, j])
        for i in range(n):
            up = (i - 1) % n
            for j in range(m):
                left = j - 1 if j > 0 else m - 1
                new[i, j] = q[i, j] - (lx[i, j] - lx[i, left]) - (ly[i, j] - ly[up, j])
        for i in range(n):
            up, down = (i - 1) % n, (i + 1) % n
            for j in range(m):
                left = j - 1 if j > 0 else m - 1
                right = j + 1 if j < m - 1 else 0
                a = max(q[i, j], q[up, j], q[down, j], q[i, left], q[i, right])
                most[i, j] = max(a, new[i, j], new[up, j], new[down, j], new[i, left], new[i, right])
                a = min(q[i, j], q[up, j], q[down, j], q[i, left], q[i, right])
                least[i, j] = min(a, new[i, j], new[up, j], new[down, j], new[i, left], new[i, right])
                bx, by, cx, cy = ax[i, left], ay[up, j], ax[i, j], ay[i, j]
                coming = max(bx, 0.0) - min(cx, 0.0) + max(by, 0.0) - min(cy, 0.0)
                going = max(cx, 0.0) - min(bx, 0.0) + max(cy, 0.0) - min(by, 0.0)
                gain[i, j] = min(1.0, (most[i, j] - new[i, j]) / (coming + 1e-30))
                give[i, j] = min(1.0, (new[i, j] - least[i, j]) / (going + 1e-30))
        for i in range(n):
            down = (i + 1) % n
            for j in range(m):
                right = j + 1 if j < m - 1 else 0
                a, b = ax[i, j], ay[i, j]
                lx[i, j] = a * (min(gain[i, right], give[i, j]) if a >= 0.0 else min(gain[i, j], give[i, right]))
                ly[i, j] = b * (min(gain[down, j], give[i, j]) if b >= 0.0 else min(gain[i, j], give[down, j]))
        for i in range(n):
            up = (i - 1) % n
            for j in range(m):
                left = j - 1 if j > 0 else m - 1
                value = new[i, j] - (lx[i, j] - lx[i, left]) - (ly[i, j] - ly[up, j])
                q[i, j] = value
                peaks[k] = max(peaks[k], value)
    return q, peaks
