import numba as nb
import numpy as np


@nb.njit
def clusters(points, reach, least):
    n = len(points)
    near = np.zeros((n, n), np.bool_)
    core = np.empty(n, np.bool_)
    for i in range(n):
        total = 0
        for j in range(n):
            dx, dy = points[i, 0] - points[j, 0], points[i, 1] - points[j, 1]
            near[i, j] = dx * dx + dy * dy <= reach**2
            total += near[i, j]
        core[i] = total >= least
    labels = np.full(n, -1)
    stack = np.empty(n, np.int64)
    count = 0
    for i in range(n):
        if labels[i] >= 0 or not core[i]:
            continue
        labels[i] = count
        stack[0] = i
        top = 1
        while top > 0:
            top -= 1
            j = stack[top]
            if not core[j]:
                continue
            for k in range(n):
                if near[j, k] and labels[k] < 0:
                    labels[k] = count
                    stack[top] = k
                    top += 1
        count += 1
    centres = np.zeros((count, 2))
    size = np.zeros(count)
    for i in range(n):
        if labels[i] >= 0:
            centres[labels[i]] += points[i]
            size[labels[i]] += 1.0
    return labels, count, centres / size[:, None]
