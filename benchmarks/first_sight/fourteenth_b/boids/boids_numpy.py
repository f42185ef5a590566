import numpy as np


def limited(vectors, most):
    size = np.sqrt(np.sum(vectors**2, axis=1))
    fast = size > most
    vectors[fast] *= (most / size[fast])[:, None]
    return vectors


def flock(at, speed, box, steps, dt=0.05, sight=1.2, apart=0.4):
    order = np.zeros(steps)
    near = np.zeros(steps, dtype=np.int64)
    for step in range(steps):
        gap = at[None, :, :] - at[:, None, :]
        gap -= box * np.round(gap / box)
        far = np.sqrt((gap**2).sum(axis=2))
        np.fill_diagonal(far, np.inf)
        seen = far < sight
        close = far < apart
        count = np.maximum(seen.sum(axis=1), 1)[:, None]
        middle = np.sum(gap * seen[:, :, None], axis=1) / count
        heading = (seen.astype(float) @ speed) / count - speed * seen.any(axis=1)[:, None]
        flee = -np.sum(np.where(close[:, :, None], gap / far[:, :, None] ** 2, 0.0), axis=1)
        force = limited(0.8 * middle + 1.0 * heading, 3.0) + limited(0.6 * flee, 4.0)
        speed += dt * force
        limited(speed, 2.0)
        at += dt * speed
        at %= box
        total = speed / np.linalg.norm(speed, axis=1, keepdims=True)
        order[step] = np.linalg.norm(total.mean(axis=0))
        near[step] = np.count_nonzero(close) // 2
    return order, near
