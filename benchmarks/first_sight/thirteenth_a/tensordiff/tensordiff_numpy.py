import numpy as np


def diffuse(T, kxx, kxy, kyy, dt, steps):
    n, m = T.shape
    axx = 0.5 * (kxx[1:-1, 1:] + kxx[1:-1, :-1])
    axy = 0.5 * (kxy[1:-1, 1:] + kxy[1:-1, :-1])
    ayx = 0.5 * (kxy[1:, 1:-1] + kxy[:-1, 1:-1])
    ayy = 0.5 * (kyy[1:, 1:-1] + kyy[:-1, 1:-1])
    total = np.zeros(steps, dtype=np.float32)
    for step in range(steps):
        gx = T[:, 1:] - T[:, :-1]
        gy = T[1:, :] - T[:-1, :]
        fx = axx * gx[1:-1, :] + axy * 0.25 * (gy[1:, 1:] + gy[1:, :-1] + gy[:-1, 1:] + gy[:-1, :-1])
        fy = ayy * gy[:, 1:-1] + ayx * 0.25 * (gx[1:, 1:] + gx[1:, :-1] + gx[:-1, 1:] + gx[:-1, :-1])
        T[1:n - 1, 1:m - 1] += dt * (fx[:, 1:] - fx[:, :-1] + fy[1:, :] - fy[:-1, :])
        T[0, :] = T[1, :]
        T[-1, :] = T[-2, :]
        T[:, 0] = T[:, 1]
        T[:, -1] = T[:, -2]
        total[step] = T.mean()
    return total
