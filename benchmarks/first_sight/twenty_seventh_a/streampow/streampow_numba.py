import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def receivers(z, dx, to, away):
    rows, columns = z.shape
    for i in range(rows):
        for j in range(columns):
            here = i * columns + j
            to[here] = here
            away[here] = dx
            if i == 0 or i == rows - 1 or j == 0 or j == columns - 1:
                continue
            steepest = 0.0
            for di in range(-1, 2):
                for dj in range(-1, 2):
                    if di == 0 and dj == 0:
                        continue
                    far = dx * np.sqrt(di * di + dj * dj)
                    slope = (z[i, j] - z[i + di, j + dj]) / far
                    if slope > steepest:
                        steepest = slope
                        to[here] = here + di * columns + dj
                        away[here] = far


@nb.njit(error_model="numpy")
def streampow(z, uplift, dt, dx, steps, k=2e-5, m=0.5, creep=0.01):
    rows, columns = z.shape
    n = z.size
    area, away = np.zeros(n), np.zeros(n)
    to = np.arange(n)
    before = np.empty_like(z)
    height = z.reshape(n)
    for _ in range(steps):
        for i in range(1, rows - 1):
            for j in range(1, columns - 1):
                z[i, j] += dt * uplift[i, j]
        before[:] = z
        for i in range(1, rows - 1):
            for j in range(1, columns - 1):
                bend = before[i - 1, j] + before[i + 1, j] + before[i, j - 1] + before[i, j + 1] - 4.0 * before[i, j]
                z[i, j] += dt * creep / dx ** 2 * bend
        receivers(z, dx, to, away)
        order = np.argsort(height, kind="mergesort")
        area[:] = dx * dx
        for a in range(n - 1, -1, -1):
            i = order[a]
            if to[i] != i:
                area[to[i]] += area[i]
        for a in range(n):
            i = order[a]
            if to[i] != i:
                f = k * dt * area[i] ** m / away[i]
                height[i] = (height[i] + f * height[to[i]]) / (1.0 + f)
    return area, to
