import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def boruvka(a, b, weight, height):
    n, m = height.size, weight.size
    order = np.argsort(weight, kind="mergesort")
    left, right, rank = np.empty(m, np.int64), np.empty(m, np.int64), np.empty(m, np.int64)
    for k in range(m):
        left[k], right[k], rank[k] = a[order[k]], b[order[k]], k
    tree, parent = np.arange(n), np.empty(n, np.int64)
    cheapest = np.empty(n, np.int64)
    taken = np.zeros(m, np.bool_)
    alive, rounds = m, 0
    while True:
        kept = 0
        cheapest[:] = -1
        for e in range(alive):
            k = rank[e]
            s, t = tree[left[k]], tree[right[k]]
            if s != t:
                rank[kept] = k
                kept += 1
                if cheapest[s] < 0:
                    cheapest[s] = k
                if cheapest[t] < 0:
                    cheapest[t] = k
        if kept == 0:
            break
        alive = kept
        for i in range(n):
            parent[i] = i
            if cheapest[i] >= 0:
                k = cheapest[i]
                taken[order[k]] = True
                parent[i] = tree[left[k]] + tree[right[k]] - i
        for i in range(n):
            if i < parent[i] and parent[parent[i]] == i:
                parent[i] = i
        for i in range(n):
            top = i
            while parent[top] != top:
                top = parent[top]
            j = i
            while parent[j] != top:
                above = parent[j]
                parent[j] = top
                j = above
        for i in range(n):
            tree[i] = parent[tree[i]]
        rounds += 1
    total, trees = 0.0, 0
    for e in range(m):
        if taken[e]:
            total += weight[e]
            height[a[e]] += weight[e]
            height[b[e]] += weight[e]
    for i in range(n):
        trees += tree[i] == i
    return taken, total, trees, rounds
