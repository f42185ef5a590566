import numba as nb
import numpy as np


@nb.njit
def bonds(s, i, j):
    n, m = s.shape
    up, down = (i - 1 if i > 0 else n - 1), (i + 1 if i < n - 1 else 0)
    left, right = (j - 1 if j > 0 else m - 1), (j + 1 if j < m - 1 else 0)
    return np.int64(s[up, j]) + s[down, j] + s[i, left] + s[i, right]


@nb.njit(error_model="numpy")
def kawasaki(s, site, way, chance, beta):
    n, m = s.shape
    moves = way.size
    table = np.exp(-2.0 * beta * np.arange(7))
    total = 0
    for i in range(n):
        for j in range(m):
            total -= s[i, j] * (s[i - 1 if i > 0 else n - 1, j] + s[i, j - 1 if j > 0 else m - 1])
    every = max(1, moves // 100)
    energy = np.zeros((moves + every - 1) // every, np.int64)
    kept = 0
    for k in range(moves):
        i, j = site[k, 0], site[k, 1]
        a, b = i, j
        if way[k] == 0:
            b = j + 1 if j < m - 1 else 0
        else:
            a = i + 1 if i < n - 1 else 0
        here, there = np.int64(s[i, j]), np.int64(s[a, b])
        if here != there:
            delta = 2 * here * (bonds(s, i, j) - there - bonds(s, a, b) + here)
            if delta <= 0 or chance[k] < table[delta // 2]:
                s[i, j], s[a, b] = there, here
                total += delta
                kept += 1
        if k % every == 0:
            energy[k // every] = total
    corr = np.empty(m // 4)
    for r in range(m // 4):
        same = 0
        for i in range(n):
            for j in range(m):
                same += s[i, j] * s[i, j - r if j >= r else j - r + m]
        corr[r] = same / (n * m)
    return energy, kept, corr
