import numpy as np


def melt(a, b, k):
    """The smaller of two distances, rounded where they are alike."""
    h = np.clip(0.5 + 0.5 * (b - a) / k, 0.0, 1.0)
    return b + (a - b) * h - k * h * (1.0 - h)


def scene(p):
    x, y, z = p.T
    ball = np.sqrt(x * x + (y - 0.2) ** 2 + z * z) - 0.8
    q = np.abs(p - np.array([0.9, -0.3, 0.2])) - np.array([0.5, 0.35, 0.5])
    box = np.sqrt(np.sum(np.maximum(q, 0.0) ** 2, axis=1)) + np.minimum(q.max(axis=1), 0.0) - 0.05
    ring = np.hypot(np.hypot(x + 1.1, z - 0.3) - 0.6, y + 0.4) - 0.2
    return np.minimum(melt(melt(ball, box, 0.3), ring, 0.2), y + 0.8)


def march(p, d, far=12.0, most=80):
    """How far along each ray the scene begins, infinite where it doesn't, and steps made by all."""
    t = np.full(len(p), 0.02)
    left = np.arange(len(p))
    steps = 0
    for _ in range(most):
        gap = scene(p[left] + t[left, None] * d[left])
        steps += left.size
        near = gap < 1e-4 * t[left]
        t[left[~near]] += gap[~near]
        left = left[~near & (t[left] < far)]
        if left.size == 0:
            break
    t[t >= far] = np.inf
    t[left] = np.inf
    return t, steps


def shadow(p, sun, most=20):
    light = np.ones(len(p))
    t = np.full(len(p), 0.05)
    for _ in range(most):
        gap = scene(p + t[:, None] * sun)
        np.minimum(light, 9.0 * gap / t, out=light)
        t += np.clip(gap, 0.04, 0.4)
    return np.maximum(light, 0.0)


def sdfmarch(eye, sun, n, e=1e-4):
    s = np.linspace(-0.6, 0.6, n)
    d = np.stack(np.broadcast_arrays(s[None, :], -s[:, None] - 0.25, 1.0), axis=-1).reshape(-1, 3)
    d = d / np.linalg.norm(d, axis=1, keepdims=True)
    t, steps = march(np.broadcast_to(eye, d.shape), d)
    hit = np.isfinite(t)
    p = eye + t[hit, None] * d[hit]
    normal = np.stack([scene(p + e * axis) - scene(p - e * axis) for axis in np.eye(3)], axis=1)
    normal /= np.sqrt(np.sum(normal * normal, axis=1, keepdims=True))
    image = np.full(n * n, 0.1) + 0.3 * np.maximum(d[:, 1], 0.0)
    image[hit] = 0.15 + 0.85 * np.maximum(normal @ sun, 0.0) * shadow(p + 0.002 * normal, sun)
    return image.reshape(n, n), np.where(hit, t, 0.0).reshape(n, n), steps
