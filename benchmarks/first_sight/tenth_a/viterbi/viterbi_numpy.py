import numpy as np


def viterbi(start, trans, emit, seen):
    K = len(start)
    T = len(seen)
    back = np.zeros((T, K), dtype=np.int64)
    score = start + emit[:, seen[0]]
    for t in range(1, T):
        reach = score[:, None] + trans
        back[t] = np.argmax(reach, axis=0)
        score = reach[back[t], np.arange(K)] + emit[:, seen[t]]
    path = np.zeros(T, dtype=np.int64)
    path[-1] = np.argmax(score)
    for t in range(T - 1, 0, -1):
        path[t - 1] = back[t, path[t]]
    return path, score[path[-1]]
