import numba as nb
import numpy as np


@nb.njit
def viterbi(start, trans, emit, seen):
    K = len(start)
    T = len(seen)
    back = np.zeros((T, K), dtype=np.int64)
    score = np.empty(K)
    best = np.empty(K)
    for k in range(K):
        score[k] = start[k] + emit[k, seen[0]]
    for t in range(1, T):
        row = back[t]
        for k in range(K):
            best[k] = score[0] + trans[0, k]
        for i in range(1, K):
            s = score[i]
            for k in range(K):
                x = s + trans[i, k]
                better = x > best[k]
                best[k] = x if better else best[k]
                row[k] = i if better else row[k]
        for k in range(K):
            score[k] = best[k] + emit[k, seen[t]]
    path = np.zeros(T, dtype=np.int64)
    path[-1] = np.argmax(score)
    for t in range(T - 1, 0, -1):
        path[t - 1] = back[t, path[t]]
    return path, score[path[-1]]
