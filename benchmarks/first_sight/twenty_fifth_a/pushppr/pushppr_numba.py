import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def pushppr(start, target, seed, alpha, eps):
    n = start.size - 1
    rank, held = np.zeros(n), np.zeros(n)
    active, amount = np.empty(n, np.int64), np.empty(n)
    held[seed] = 1.0
    pushes = 0
    while True:
        count = 0
        for i in range(n):
            if held[i] > eps * (start[i + 1] - start[i]):
                active[count], amount[count] = i, held[i]
                rank[i] += alpha * held[i]
                held[i] = 0.0
                count += 1
        if count == 0:
            break
        for k in range(count):
            lo, hi = start[active[k]], start[active[k] + 1]
            share = (1.0 - alpha) * amount[k] / (hi - lo)
            for e in range(lo, hi):
                held[target[e]] += share
        pushes += count
    score = np.empty(n)
    for i in range(n):
        score[i] = -rank[i] / (start[i + 1] - start[i])
    best = np.argsort(score, kind="mergesort")
    volume = np.empty(min(10, n), np.int64)
    total = 0
    for k in range(volume.size):
        total += start[best[k] + 1] - start[best[k]]
        volume[k] = total
    return rank, np.sum(held), pushes, volume
