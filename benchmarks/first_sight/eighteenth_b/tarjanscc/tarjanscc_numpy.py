import numpy as np


def components(start, target):
    """Strongly connected components after Tarjan, without recursion; they are numbered as they are closed."""
    n = len(start) - 1
    order = np.full(n, -1)
    low = np.zeros(n, dtype=int)
    waiting = np.zeros(n, dtype=bool)
    component = np.full(n, -1)
    edge = start[:-1].copy()
    stack = []
    count = 0
    found = 0
    for root in range(n):
        if order[root] >= 0:
            continue
        path = [root]
        while path:
            v = path[-1]
            if order[v] < 0:
                order[v] = low[v] = count
                count += 1
                stack.append(v)
                waiting[v] = True
            if edge[v] < start[v + 1]:
                w = target[edge[v]]
                edge[v] += 1
                if order[w] < 0:
                    path.append(w)
                elif waiting[w]:
                    low[v] = min(low[v], order[w])
            else:
                path.pop()
                if path:
                    low[path[-1]] = min(low[path[-1]], low[v])
                if low[v] == order[v]:
                    while True:
                        w = stack.pop()
                        waiting[w] = False
                        component[w] = found
                        if w == v:
                            break
                    found += 1
    return component, order, found
