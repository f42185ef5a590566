import numpy as np

WEIGHTS = (-205.0 / 72.0, 8.0 / 5.0, -1.0 / 5.0, 8.0 / 315.0, -1.0 / 560.0)
R = 4


def second(f, axis):
    """The second derivative of f along an axis, inside."""
    n = f.shape[axis]
    inner = [slice(R, m - R) for m in f.shape]
    total = np.float32(WEIGHTS[0]) * f[tuple(inner)]
    for r in range(1, R + 1):
        up, down = list(inner), list(inner)
        up[axis] = slice(R + r, n - R + r)
        down[axis] = slice(R - r, n - R - r)
        total += np.float32(WEIGHTS[r]) * (f[tuple(up)] + f[tuple(down)])
    return total


def vtiwave(p0, p1, q0, q1, speed2, epsilon, delta, steps):
    n = p0.shape[0]
    trace = np.zeros((steps, n), dtype=np.float32)
    inner = (slice(R, n - R),) * 3
    fast = np.float32(1.0) + np.float32(2.0) * epsilon[inner]
    mixed = np.sqrt(np.float32(1.0) + np.float32(2.0) * delta[inner])
    for t in range(steps):
        flat = second(p1, 1) + second(p1, 2)
        upright = second(q1, 0)
        p0[inner] = np.float32(2.0) * p1[inner] - p0[inner] + speed2[inner] * (fast * flat + mixed * upright)
        q0[inner] = np.float32(2.0) * q1[inner] - q0[inner] + speed2[inner] * (mixed * flat + upright)
        p0, p1 = p1, p0
        q0, q1 = q1, q0
        trace[t] = p1[n // 2, :, n // 2]
    return trace
