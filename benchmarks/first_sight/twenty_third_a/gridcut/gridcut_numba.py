import numba as nb
import numpy as np

STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))


@nb.njit
def push(excess, height, caps, d, e, di, dj):
    """Places are walked so that what arrives is not pushed on."""
    n, m = excess.shape
    for k in range(n):
        i = k if di + dj < 0 else n - 1 - k
        if i + di < 0 or i + di >= n:
            continue
        for l in range(m):
            j = l if di + dj < 0 else m - 1 - l
            if j + dj < 0 or j + dj >= m:
                continue
            if height[i, j] == height[i + di, j + dj] + 1:
                amount = min(excess[i, j], caps[d, i, j])
                excess[i, j] -= amount
                caps[d, i, j] -= amount
                excess[i + di, j + dj] += amount
                caps[e, i + di, j + dj] += amount


@nb.njit
def gridcut(excess, sink, caps, rounds):
    n, m = excess.shape
    height = np.zeros((n, m), np.int64)
    new = np.empty((n, m), np.int64)
    full = n * m
    flow, used = 0, 0
    for r in range(rounds):
        for i in range(n):
            for j in range(m):
                if height[i, j] == 1:
                    drained = min(excess[i, j], sink[i, j])
                    excess[i, j] -= drained
                    sink[i, j] -= drained
                    flow += drained
        push(excess, height, caps, 0, 1, -1, 0)
        push(excess, height, caps, 1, 0, 1, 0)
        push(excess, height, caps, 2, 3, 0, -1)
        push(excess, height, caps, 3, 2, 0, 1)
        some = False
        for i in range(n):
            for j in range(m):
                h = height[i, j]
                if excess[i, j] > 0 and h < full:
                    least = 0 if sink[i, j] > 0 else full
                    if i > 0 and caps[0, i, j] > 0:
                        least = min(least, height[i - 1, j])
                    if i < n - 1 and caps[1, i, j] > 0:
                        least = min(least, height[i + 1, j])
                    if j > 0 and caps[2, i, j] > 0:
                        least = min(least, height[i, j - 1])
                    if j < m - 1 and caps[3, i, j] > 0:
                        least = min(least, height[i, j + 1])
                    h = min(max(least + 1, h), full)
                    some |= h < full
                new[i, j] = h
        height, new = new, height
        used = r + 1
        if not some:
            break
    reached = sink > 0
    grown = reached.copy()
    while True:
        changed = False
        for i in range(n):
            for j in range(m):
                if reached[i, j]:
                    continue
                if ((i > 0 and reached[i - 1, j] and caps[0, i, j] > 0) or (i < n - 1 and reached[i + 1, j] and caps[1, i, j] > 0)
                        or (j > 0 and reached[i, j - 1] and caps[2, i, j] > 0)
                        or (j < m - 1 and reached[i, j + 1] and caps[3, i, j] > 0)):
                    grown[i, j] = True
                    changed = True
        if not changed:
            break
        reached[:] = grown
    return flow, height, ~reached, used
