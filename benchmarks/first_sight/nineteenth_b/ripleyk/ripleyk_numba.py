import numba as nb
import numpy as np


@nb.njit
def besag(points, radii):
    n, m = len(points), len(radii)
    count, centres = np.zeros(m, np.int64), np.zeros(m, np.int64)
    for i in range(n):
        border = min(min(points[i, 0], 1.0 - points[i, 0]), min(points[i, 1], 1.0 - points[i, 1]))
        last = np.searchsorted(radii, border, side="right")
        centres[:last] += 1
        if last == 0:
            continue
        far = radii[last - 1]
        for j in range(n):
            dx, dy = points[i, 0] - points[j, 0], points[i, 1] - points[j, 1]
            distance = np.sqrt(dx * dx + dy * dy)
            if i != j and distance <= far:
                count[np.searchsorted(radii[:last], distance)] += 1
                if last < m:
                    count[last] -= 1
    out = np.empty(m)
    total = 0
    for k in range(m):
        total += count[k]
        out[k] = np.sqrt((total / (centres[k] * n) if centres[k] > 0 else 0.0) / np.pi) - radii[k]
    return out


@nb.njit
def envelope(points, drawn, radii):
    m = len(radii)
    observed = besag(points, radii)
    low, high = np.full(m, np.inf), np.full(m, -np.inf)
    limit = np.abs(observed).max()
    rank = 1
    for p in drawn:
        chance = besag(p, radii)
        low = np.minimum(low, chance)
        high = np.maximum(high, chance)
        rank += np.abs(chance).max() >= limit
    return observed, low, high, rank / (len(drawn) + 1)
