import numba as nb
import numpy as np


@nb.njit
def search(points, left, right, root, queries):
    m = queries.shape[0]
    which, looked = np.zeros(m, np.int64), np.zeros(m, np.int64)
    distance = np.zeros(m)
    nodes, axes, gaps = np.empty(128, np.int64), np.empty(128, np.int64), np.empty(128)
    for q in range(m):
        best, shortest, count = -1, np.inf, 0
        nodes[0], axes[0], gaps[0] = root, 0, 0.0
        top = 1
        while top > 0:
            top -= 1
            node, axis = nodes[top], axes[top]
            if gaps[top] >= shortest:
                continue
            count += 1
            x = queries[q, 0] - points[node, 0]
            y = queries[q, 1] - points[node, 1]
            z = queries[q, 2] - points[node, 2]
            distance2 = x * x + y * y + z * z
            if distance2 < shortest:
                best, shortest = node, distance2
            side = x if axis == 0 else y if axis == 1 else z
            near, far = (left[node], right[node]) if side < 0.0 else (right[node], left[node])
            following = axis + 1 if axis < 2 else 0
            if far >= 0:
                nodes[top], axes[top], gaps[top] = far, following, side * side
                top += 1
            if near >= 0:
                nodes[top], axes[top], gaps[top] = near, following, 0.0
                top += 1
        which[q], distance[q], looked[q] = best, np.sqrt(shortest), count
    return which, distance, looked
