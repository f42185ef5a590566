import numpy as np


def rnafold(seq, gap=3):
    """T[i, j]: most pairs (complements add up to 3) between i and j, with more than gap bases between partners."""
    n = len(seq)
    T = np.zeros((n, n), dtype=np.int32)
    for i in range(n - 2, -1, -1):
        for j in range(i + 1, n):
            best = max(T[i + 1, j], T[i, j - 1])
            if j - i > gap:
                best = max(best, T[i + 1, j - 1] + (seq[i] + seq[j] == 3))
            T[i, j] = max(best, np.max(T[i, i:j] + T[i + 1:j + 1, j]))
    return T
