import numpy as np


def rotation(shape, mean):
    """The turn, without reflection, that brings a shape nearest to the mean."""
    u, s, vt = np.linalg.svd(shape.T @ mean)
    if np.linalg.det(u @ vt) < 0.0:
        u[:, -1] = -u[:, -1]
        s[-1] = -s[-1]
    return u @ vt, s.sum()


def superimpose(landmarks, most, tolerance):
    """Generalised Procrustes analysis: shapes laid on their mean, distances from it, and variances along the main axes of change."""
    shapes = landmarks - landmarks.mean(axis=1, keepdims=True)
    sizes = np.sqrt(np.sum(shapes**2, axis=(1, 2)))
    shapes = shapes / sizes[:, np.newaxis, np.newaxis]
    mean = shapes[0]
    before = np.inf
    rounds = 0
    for _ in range(most):
        for k in range(len(shapes)):
            turn, fit = rotation(shapes[k], mean)
            shapes[k] = shapes[k] @ turn
        mean = shapes.mean(axis=0)
        mean = mean / np.linalg.norm(mean)
        left = np.sum((shapes - mean) ** 2)
        rounds += 1
        if before - left < tolerance:
            break
        before = left
    distances = np.arccos(np.clip(np.sum(shapes * mean, axis=(1, 2)), -1.0, 1.0))
    residual = (shapes - shapes.mean(axis=0)).reshape(len(shapes), -1)
    variances = np.linalg.svd(residual, compute_uv=False) ** 2 / (len(shapes) - 1)
    return shapes, mean, sizes, distances, variances, rounds
