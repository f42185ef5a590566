import numpy as np


def cluster(x, centres, limit, tol):
    """Lloyd's iterations, until centres stay where they are; centres change in place."""
    k = centres.shape[0]
    norms = np.sum(x**2, axis=1)
    labels = np.zeros(len(x), dtype=np.int64)
    inertia = 0.0
    for _ in range(limit):
        distance = norms[:, None] - 2.0 * (x @ centres.T) + np.sum(centres**2, axis=1)
        labels = np.argmin(distance, axis=1)
        inertia = np.sum(np.min(distance, axis=1))
        previous = centres.copy()
        for j in range(k):
            members = x[labels == j]
            if len(members) > 0:
                centres[j] = members.mean(axis=0)
        if np.max(np.abs(centres - previous)) < tol:
            break
    return labels, inertia
