import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def spread(H, bed, rate, dx, end):
    n, m = H.shape
    stiffness = 2.0 / 5.0 * 1e-16 * (910.0 * 9.81) ** 3
    factor = 0.25**5 * stiffness / (2.0 * dx) ** 2
    s, D = np.empty((n, m)), np.empty((n - 1, m - 1))
    t, steps = 0.0, 0
    while t < end:
        for i in range(n):
            for j in range(m):
                s[i, j] = bed[i, j] + H[i, j]
        most = 1.0
        for i in range(n - 1):
            for j in range(m - 1):
                thick = H[i + 1, j + 1] + H[i, j + 1] + H[i + 1, j] + H[i, j]
                one, two = s[i + 1, j + 1] - s[i, j], s[i + 1, j] - s[i, j + 1]
                sx, sy = one + two, one - two
                square = thick * thick
                d = factor * (square * square * thick) * (sx * sx + sy * sy)
                D[i, j] = d
                most = max(most, d)
        dt = min(end - t, 0.12 * dx**2 / most, 20.0)
        f = 0.5 * dt / dx**2
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                a, b, c, d = D[i - 1, j - 1], D[i - 1, j], D[i, j - 1], D[i, j]
                here = s[i, j]
                flow = ((c + d) * (s[i + 1, j] - here) - (a + b) * (here - s[i - 1, j])
                        + (b + d) * (s[i, j + 1] - here) - (a + c) * (here - s[i, j - 1]))
                H[i, j] = max(H[i, j] + f * flow + dt * rate[i, j], 0.0)
        t += dt
        steps += 1
    volume, count = 0.0, 0
    for i in range(n):
        for j in range(m):
            volume += H[i, j]
            count += H[i, j] != 0.0
    return steps, volume * dx**2, count
