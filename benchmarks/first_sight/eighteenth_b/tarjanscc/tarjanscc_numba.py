import numba as nb
import numpy as np


@nb.njit
def components(start, target):
    n = len(start) - 1
    order, low = np.full(n, -1), np.zeros(n, np.int64)
    waiting = np.zeros(n, np.bool_)
    component = np.full(n, -1)
    edge = start[:-1].copy()
    stack, path = np.empty(n, np.int64), np.empty(n, np.int64)
    top, count, found = 0, 0, 0
    for root in range(n):
        if order[root] >= 0:
            continue
        path[0] = root
        depth = 1
        while depth > 0:
            v = path[depth - 1]
            if order[v] < 0:
                order[v] = low[v] = count
                count += 1
                stack[top] = v
                top += 1
                waiting[v] = True
            deeper = False
            k, least = edge[v], low[v]
            while k < start[v + 1]:
                w = target[k]
                k += 1
                if order[w] < 0:
                    path[depth] = w
                    depth += 1
                    deeper = True
                    break
                if waiting[w]:
                    least = min(least, order[w])
            edge[v], low[v] = k, least
            if deeper:
                continue
            depth -= 1
            if depth > 0:
                u = path[depth - 1]
                low[u] = min(low[u], least)
            if least == order[v]:
                while True:
                    top -= 1
                    w = stack[top]
                    waiting[w] = False
                    component[w] = found
                    if w == v:
                        break
                found += 1
    return component, order, found
