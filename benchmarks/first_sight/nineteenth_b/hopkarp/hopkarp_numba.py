import numba as nb
import numpy as np


@nb.njit
def matching(start, target, right):
    n = len(start) - 1
    mate = np.full(n, -1)
    owner = np.full(right, -1)
    level = np.empty(n, np.int64)
    queue = np.empty(n, np.int64)
    path = np.empty(n, np.int64)
    edge = np.empty(n, np.int64)
    rounds = 0
    while True:
        tail = 0
        for u in range(n):
            level[u] = -1
            if mate[u] < 0:
                level[u] = 0
                queue[tail] = u
                tail += 1
        reachable = False
        head = 0
        while head < tail:
            u = queue[head]
            head += 1
            for e in range(start[u], start[u + 1]):
                w = owner[target[e]]
                if w < 0:
                    reachable = True
                elif level[w] < 0:
                    level[w] = level[u] + 1
                    queue[tail] = w
                    tail += 1
        if not reachable:
            break
        rounds += 1
        edge[:] = start[:-1]
        for root in range(n):
            if mate[root] >= 0:
                continue
            path[0] = root
            depth = 1
            while depth > 0:
                u = path[depth - 1]
                if edge[u] == start[u + 1]:
                    depth -= 1
                    continue
                v = target[edge[u]]
                edge[u] += 1
                w = owner[v]
                if w < 0:
                    for k in range(depth):
                        x = path[k]
                        y = target[edge[x] - 1]
                        owner[y] = x
                        mate[x] = y
                    break
                if level[w] == level[u] + 1:
                    path[depth] = w
                    depth += 1
    return mate, np.sum(mate >= 0), rounds
