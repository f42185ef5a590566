import numpy as np


def nearest(points, target):
    d2 = np.sum(points**2, axis=1)[:, None] + np.sum(target**2, axis=1) - 2.0 * points @ target.T
    which = np.argmin(d2, axis=1)
    return which, np.maximum(d2[np.arange(points.shape[0]), which], 0.0)


def rigid(p, q):
    """The rotation and shift that bring p to q (Kabsch)."""
    cp, cq = p.mean(axis=0), q.mean(axis=0)
    U, _, Vt = np.linalg.svd((p - cp).T @ (q - cq))
    R = Vt.T @ U.T
    if np.linalg.det(R) < 0.0:
        Vt[2] *= -1.0
        R = Vt.T @ U.T
    return R, cq - R @ cp


def align(source, target, turns=30, tolerance=1e-9, trim=0.9):
    """Iterated closest points, the farthest tenth left out."""
    R, shift = np.eye(3), np.zeros(3)
    errors = np.zeros(turns)
    before = np.inf
    kept = int(trim * source.shape[0])
    for turn in range(turns):
        moved = source @ R.T + shift
        which, d2 = nearest(moved, target)
        close = d2 <= np.sort(d2)[kept - 1]
        error = np.mean(d2[close])
        errors[turn] = error
        if abs(before - error) < tolerance:
            break
        before = error
        dR, dt = rigid(moved[close], target[which[close]])
        R = dR @ R
        shift = dR @ shift + dt
    return R, shift, errors, turn
