import numpy as np


def clusters(points, reach, least):
    """Density-based clusters: points with enough neighbours hand their label on; the others are borders or noise (-1)."""
    n = len(points)
    apart = points[:, None, :] - points[None, :, :]
    near = np.sum(apart**2, axis=-1) <= reach**2
    core = near.sum(axis=1) >= least
    labels = np.full(n, -1)
    count = 0
    for i in range(n):
        if labels[i] >= 0 or not core[i]:
            continue
        labels[i] = count
        stack = [i]
        while stack:
            j = stack.pop()
            if not core[j]:
                continue
            for k in np.flatnonzero(near[j] & (labels < 0)):
                labels[k] = count
                stack.append(k)
        count += 1
    centres = np.zeros((count, 2))
    for c in range(count):
        centres[c] = points[labels == c].mean(axis=0)
    return labels, count, centres
