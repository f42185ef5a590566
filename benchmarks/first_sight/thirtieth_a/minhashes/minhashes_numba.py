import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def minhashes(text, mul, add, k=3, rows=4):
    docs, words = text.shape
    hashes, n = mul.size, words - k + 1
    signature = np.empty((docs, hashes), np.uint64)
    h = np.empty(n, np.uint64)
    for d in range(docs):
        for i in range(n):
            x = np.uint64(14695981039346656037)
            for s in range(k):
                x = (x ^ text[d, i + s]) * np.uint64(1099511628211)
            h[i] = x ^ (x >> np.uint64(29))
        for j in range(hashes):
            a, b = mul[j], add[j]
            least = np.uint64(0xFFFFFFFFFFFFFFFF)
            for i in range(n):
                least = min(least, (h[i] * a + b) >> np.uint64(32))
            signature[d, j] = least
    alike, pairs = np.ones((docs, docs)), 0
    for d in range(docs):
        for e in range(d):
            same, near = 0, False
            for b in range(0, hashes, rows):
                equal = 0
                for j in range(b, b + rows):
                    equal += signature[d, j] == signature[e, j]
                same += equal
                near |= equal == rows
            alike[d, e] = alike[e, d] = same / hashes
            pairs += near
    return signature, alike, pairs
