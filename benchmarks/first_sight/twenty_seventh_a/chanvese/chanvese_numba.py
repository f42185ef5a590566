import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def chanvese(image, phi, steps, mu=0.1, dt=0.5, tol=1e-5):
    n, m = phi.shape
    nx, ny = np.empty((n, m)), np.empty((n, m))
    inner, outer, used = 0.0, 0.0, 0
    for t in range(steps):
        inner, outer, count = 0.0, 0.0, 0
        for i in range(n):
            for j in range(m):
                if phi[i, j] > 0.0:
                    inner += image[i, j]
                    count += 1
                else:
                    outer += image[i, j]
                right, left = phi[i, min(j + 1, m - 1)], phi[i, max(j - 1, 0)]
                below, above = phi[min(i + 1, n - 1), j], phi[max(i - 1, 0), j]
                dx, dy = right - phi[i, j], below - phi[i, j]
                cx, cy = 0.5 * (right - left), 0.5 * (below - above)
                nx[i, j] = dx / np.sqrt(dx * dx + cy * cy + 0.01)
                ny[i, j] = dy / np.sqrt(cx * cx + dy * dy + 0.01)
        inner = inner / count if count > 0 else 0.0
        outer = outer / (n * m - count) if count < n * m else 0.0
        total = 0.0
        for i in range(n):
            for j in range(m):
                bend = nx[i, j] + ny[i, j]
                if j > 0:
                    bend -= nx[i, j - 1]
                if i > 0:
                    bend -= ny[i - 1, j]
                near = 1.0 / (np.pi * (1.0 + phi[i, j] * phi[i, j]))
                step = dt * near * (mu * bend - (image[i, j] - inner) ** 2 + (image[i, j] - outer) ** 2)
                phi[i, j] += step
                total += step * step
        used = t + 1
        if np.sqrt(total / (n * m)) < tol:
            break
    return inner, outer, used
