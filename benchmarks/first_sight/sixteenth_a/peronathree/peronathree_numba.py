import numba as nb
import numpy as np


@nb.njit
def perona_malik(vol, kappa, dt, steps):
    nx, ny, nz = vol.shape
    u = vol.copy()
    change = np.zeros_like(u)
    for _ in range(steps):
        change[:] = np.float32(0.0)
        for i in range(nx):
            for j in range(ny):
                for k in range(nz):
                    here = u[i, j, k]
                    total = change[i, j, k]
                    if i + 1 < nx:
                        d = u[i + 1, j, k] - here
                        w = d / kappa
                        f = d * np.exp(-(w * w))
                        change[i + 1, j, k] -= f
                        total += f
                    if j + 1 < ny:
                        d = u[i, j + 1, k] - here
                        w = d / kappa
                        f = d * np.exp(-(w * w))
                        change[i, j + 1, k] -= f
                        total += f
                    if k + 1 < nz:
                        d = u[i, j, k + 1] - here
                        w = d / kappa
                        f = d * np.exp(-(w * w))
                        change[i, j, k + 1] -= f
                        total += f
                    change[i, j, k] = total
        for i in range(nx):
            for j in range(ny):
                for k in range(nz):
                    u[i, j, k] += dt * change[i, j, k]
    return u
