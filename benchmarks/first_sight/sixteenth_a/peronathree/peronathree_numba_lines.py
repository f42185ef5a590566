import numba as nb
import numpy as np


@nb.njit
def flux(out, a, b, kappa):
    for k in range(out.size):
        d = b[k] - a[k]
        w = d / kappa
        out[k] = d * np.exp(-(w * w))


@nb.njit
def perona_malik(vol, kappa, dt, steps):
    nx, ny, nz = vol.shape
    u = vol.copy()
    change = np.zeros_like(u)
    f = np.empty(nz, np.float32)
    for _ in range(steps):
        change[:] = np.float32(0.0)
        for i in range(nx):
            for j in range(ny):
                row, mine = u[i, j], change[i, j]
                if i + 1 < nx:
                    flux(f, row, u[i + 1, j], kappa)
                    other = change[i + 1, j]
                    for k in range(nz):
                        mine[k] += f[k]
                        other[k] -= f[k]
                if j + 1 < ny:
                    flux(f, row, u[i, j + 1], kappa)
                    other = change[i, j + 1]
                    for k in range(nz):
                        mine[k] += f[k]
                        other[k] -= f[k]
                flux(f[:-1], row[:-1], row[1:], kappa)
                for k in range(nz - 1):
                    mine[k] += f[k]
                    mine[k + 1] -= f[k]
        for i in range(nx):
            for j in range(ny):
                for k in range(nz):
                    u[i, j, k] += dt * change[i, j, k]
    return u
