import numpy as np


def centrality(indptr, indices, sources):
    n = len(indptr) - 1
    score = np.zeros(n)
    queue = np.zeros(n, dtype=np.int64)
    for s in sources:
        distance = np.full(n, -1)
        paths = np.zeros(n)
        share = np.zeros(n)
        distance[s] = 0
        paths[s] = 1.0
        queue[0] = s
        head, tail = 0, 1
        while head < tail:
            v = queue[head]
            head += 1
            for e in range(indptr[v], indptr[v + 1]):
                w = indices[e]
                if distance[w] < 0:
                    distance[w] = distance[v] + 1
                    queue[tail] = w
                    tail += 1
                if distance[w] == distance[v] + 1:
                    paths[w] += paths[v]
        for q in range(tail - 1, 0, -1):
            w = queue[q]
            for e in range(indptr[w], indptr[w + 1]):
                v = indices[e]
                if distance[v] == distance[w] - 1:
                    share[v] += paths[v] / paths[w] * (1.0 + share[w])
            score[w] += share[w]
    return score
