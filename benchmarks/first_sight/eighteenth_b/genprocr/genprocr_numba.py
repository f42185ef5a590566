import math

import numba as nb
import numpy as np


@nb.njit
def superimpose(landmarks, most, tolerance):
    """Variances from the smaller of two products of the residual with itself would lose digits, so they come from its singular values."""
    n, m, _ = landmarks.shape
    shapes = np.empty((n, m, 3))
    sizes = np.empty(n)
    for k in range(n):
        square = 0.0
        for c in range(3):
            total = 0.0
            for i in range(m):
                total += landmarks[k, i, c]
            for i in range(m):
                x = landmarks[k, i, c] - total / m
                shapes[k, i, c] = x
                square += x * x
        sizes[k] = math.sqrt(square)
        for i in range(m):
            for c in range(3):
                shapes[k, i, c] /= sizes[k]
    mean, cross = shapes[0].copy(), np.empty((3, 3))
    before, rounds = np.inf, 0
    for _ in range(most):
        for k in range(n):
            shape = shapes[k]
            cross[:] = 0.0
            for i in range(m):
                for a in range(3):
                    for b in range(3):
                        cross[a, b] += shape[i, a] * mean[i, b]
            u, _s, vt = np.linalg.svd(cross)
            turn = u @ vt
            if np.linalg.det(turn) < 0.0:
                u[:, 2] = -u[:, 2]
                turn = u @ vt
            for i in range(m):
                x, y, z = shape[i, 0], shape[i, 1], shape[i, 2]
                for c in range(3):
                    shape[i, c] = x * turn[0, c] + y * turn[1, c] + z * turn[2, c]
        mean[:] = 0.0
        for k in range(n):
            mean += shapes[k]
        mean /= n
        mean /= math.sqrt(np.sum(mean * mean))
        left = 0.0
        for k in range(n):
            for i in range(m):
                for c in range(3):
                    left += (shapes[k, i, c] - mean[i, c]) ** 2
        rounds += 1
        if before - left < tolerance:
            break
        before = left
    distances, centre = np.empty(n), np.zeros((m, 3))
    for k in range(n):
        distances[k] = math.acos(min(max(np.sum(shapes[k] * mean), -1.0), 1.0))
        centre += shapes[k]
    residual = (shapes - centre / n).reshape(n, 3 * m)
    _, s, _ = np.linalg.svd(residual, False)
    return shapes, mean, sizes, distances, s * s / (n - 1), rounds
