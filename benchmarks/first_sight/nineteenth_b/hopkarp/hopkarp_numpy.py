import numpy as np


def matching(start, target, right):
    """The largest matching of a graph whose left nodes have their edges in rows, after Hopcroft and Karp."""
    n = len(start) - 1
    mate = np.full(n, -1)
    owner = np.full(right, -1)
    rounds = 0
    while True:
        level = np.full(n, -1)
        queue = [u for u in range(n) if mate[u] < 0]
        for u in queue:
            level[u] = 0
        reachable = False
        head = 0
        while head < len(queue):
            u = queue[head]
            head += 1
            for e in range(start[u], start[u + 1]):
                w = owner[target[e]]
                if w < 0:
                    reachable = True
                elif level[w] < 0:
                    level[w] = level[u] + 1
                    queue.append(w)
        if not reachable:
            break
        rounds += 1
        edge = start[:-1].copy()
        for root in range(n):
            if mate[root] >= 0:
                continue
            path = [root]
            while path:
                u = path[-1]
                if edge[u] == start[u + 1]:
                    path.pop()
                    continue
                v = target[edge[u]]
                edge[u] += 1
                w = owner[v]
                if w < 0:
                    for x in path:
                        y = target[edge[x] - 1]
                        owner[y] = x
                        mate[x] = y
                    break
                if level[w] == level[u] + 1:
                    path.append(w)
    return mate, np.sum(mate >= 0), rounds
