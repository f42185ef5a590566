import numba as nb
import numpy as np


@nb.njit
def vertical(q, w, dz, dt):
    nz, ny, nx = q.shape
    ratio = np.empty((nz, nx))
    rhs = np.empty((nz, nx))
    for i in range(ny):
        for k in range(nz):
            speed = 0.25 * dt / dz[k]
            if k == 0:
                for j in range(nx):
                    up = speed * w[1, i, j]
                    centre = 1.0 - up
                    ratio[0, j] = up / centre
                    rhs[0, j] = (q[0, i, j] - up * (q[1, i, j] - q[0, i, j])) / centre
            elif k < nz - 1:
                for j in range(nx):
                    down = -speed * w[k, i, j]
                    up = speed * w[k + 1, i, j]
                    centre = 1.0 - down - up - down * ratio[k - 1, j]
                    right = q[k, i, j] - down * (q[k - 1, i, j] - q[k, i, j]) - up * (q[k + 1, i, j] - q[k, i, j])
                    ratio[k, j] = up / centre
                    rhs[k, j] = (right - down * rhs[k - 1, j]) / centre
            else:
                for j in range(nx):
                    down = -speed * w[k, i, j]
                    centre = 1.0 - down - down * ratio[k - 1, j]
                    right = q[k, i, j] - down * (q[k - 1, i, j] - q[k, i, j])
                    rhs[k, j] = (right - down * rhs[k - 1, j]) / centre
        for j in range(nx):
            q[nz - 1, i, j] = rhs[nz - 1, j]
        for k in range(nz - 2, -1, -1):
            for j in range(nx):
                q[k, i, j] = rhs[k, j] - ratio[k, j] * q[k + 1, i, j]
    return q
