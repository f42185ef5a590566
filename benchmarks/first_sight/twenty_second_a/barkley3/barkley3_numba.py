import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def barkley3(u, v, steps, dt=np.float32(0.01), a=np.float32(0.75), b=np.float32(0.06), eps=np.float32(0.02), still=np.float32(1e-4)):
    nz, ny, nx = u.shape
    one, six, scale = np.float32(1), np.float32(6), dt / eps
    excited = np.zeros(steps, np.int64)
    p = np.empty((nz + 2, ny + 2, nx + 2), np.float32)
    for t in range(steps):
        p[1:-1, 1:-1, 1:-1] = u
        p[0], p[-1] = p[1], p[-2]
        p[:, 0], p[:, -1] = p[:, 1], p[:, -2]
        p[:, :, 0], p[:, :, -1] = p[:, :, 1], p[:, :, -2]
        count = 0
        for k in range(nz):
            for j in range(ny):
                for i in range(nx):
                    c = p[k + 1, j + 1, i + 1]
                    spread = dt * (p[k + 2, j + 1, i + 1] + p[k, j + 1, i + 1] + p[k + 1, j + 2, i + 1] + p[k + 1, j, i + 1]
                                   + p[k + 1, j + 1, i + 2] + p[k + 1, j + 1, i] - six * c)
                    threshold = (v[k, j, i] + b) / a
                    v[k, j, i] += dt * (c * c * c - v[k, j, i])
                    new = spread if c < still else c + scale * c * (one - c) * (c - threshold) + spread
                    u[k, j, i] = new
                    count += new > threshold
        excited[t] = count
    return excited
