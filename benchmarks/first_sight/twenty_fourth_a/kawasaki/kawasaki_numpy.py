import numpy as np


def bonds(s, i, j):
    """Sum of the four neighbours around the torus."""
    n, m = s.shape
    return int(s[i - 1, j]) + int(s[(i + 1) % n, j]) + int(s[i, j - 1]) + int(s[i, (j + 1) % m])


def kawasaki(s, site, way, chance, beta):
    """Energy at a hundred times, how often atoms changed places, and how rows correlate; atoms move in place."""
    n, m = s.shape
    moves = way.size
    table = np.exp(-2.0 * beta * np.arange(7))
    total = -int(np.sum(s * (np.roll(s, 1, axis=0) + np.roll(s, 1, axis=1)), dtype=np.int64))
    every = max(1, moves // 100)
    energy = np.zeros((moves + every - 1) // every, dtype=np.int64)
    kept = 0
    for k in range(moves):
        i, j = site[k]
        a, b = (i, (j + 1) % m) if way[k] == 0 else ((i + 1) % n, j)
        here, there = int(s[i, j]), int(s[a, b])
        if here != there:
            delta = 2 * here * (bonds(s, i, j) - there - bonds(s, a, b) + here)
            if delta <= 0 or chance[k] < table[delta // 2]:
                s[i, j], s[a, b] = there, here
                total += delta
                kept += 1
        if k % every == 0:
            energy[k // every] = total
    corr = np.array([np.mean(s * np.roll(s, r, axis=1)) for r in range(m // 4)])
    return energy, kept, corr
