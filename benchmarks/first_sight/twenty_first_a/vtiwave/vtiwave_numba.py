import numba as nb
import numpy as np

W0, W1, W2, W3, W4 = (np.float32(w) for w in (-205.0 / 72.0, 8.0 / 5.0, -1.0 / 5.0, 8.0 / 315.0, -1.0 / 560.0))
R = 4


@nb.njit(error_model="numpy")
def step(p0, p1, q0, q1, speed2, fast, mixed):
    n = p0.shape[0]
    two = np.float32(2.0)
    flat, upright = np.empty(n, np.float32), np.empty(n, np.float32)
    for i in range(R, n - R):
        for j in range(R, n - R):
            for k in range(R, n - R):
                y = (W0 * p1[i, j, k] + W1 * (p1[i, j + 1, k] + p1[i, j - 1, k]) + W2 * (p1[i, j + 2, k] + p1[i, j - 2, k])
                     + W3 * (p1[i, j + 3, k] + p1[i, j - 3, k]) + W4 * (p1[i, j + 4, k] + p1[i, j - 4, k]))
                x = (W0 * p1[i, j, k] + W1 * (p1[i, j, k + 1] + p1[i, j, k - 1]) + W2 * (p1[i, j, k + 2] + p1[i, j, k - 2])
                     + W3 * (p1[i, j, k + 3] + p1[i, j, k - 3]) + W4 * (p1[i, j, k + 4] + p1[i, j, k - 4]))
                flat[k] = y + x
            for k in range(R, n - R):
                upright[k] = (W0 * q1[i, j, k] + W1 * (q1[i + 1, j, k] + q1[i - 1, j, k]) + W2 * (q1[i + 2, j, k] + q1[i - 2, j, k])
                              + W3 * (q1[i + 3, j, k] + q1[i - 3, j, k]) + W4 * (q1[i + 4, j, k] + q1[i - 4, j, k]))
            for k in range(R, n - R):
                turn = fast[i, j, k] * flat[k] + mixed[i, j, k] * upright[k]
                p0[i, j, k] = two * p1[i, j, k] - p0[i, j, k] + speed2[i, j, k] * turn
            for k in range(R, n - R):
                turn = mixed[i, j, k] * flat[k] + upright[k]
                q0[i, j, k] = two * q1[i, j, k] - q0[i, j, k] + speed2[i, j, k] * turn


@nb.njit(error_model="numpy")
def vtiwave(p0, p1, q0, q1, speed2, epsilon, delta, steps):
    n = p0.shape[0]
    trace = np.zeros((steps, n), dtype=np.float32)
    fast = np.float32(1.0) + np.float32(2.0) * epsilon
    mixed = np.sqrt(np.float32(1.0) + np.float32(2.0) * delta)
    for t in range(steps):
        step(p0, p1, q0, q1, speed2, fast, mixed)
        p0, p1 = p1, p0
        q0, q1 = q1, q0
        trace[t] = p1[n // 2, :, n // 2]
    return trace
