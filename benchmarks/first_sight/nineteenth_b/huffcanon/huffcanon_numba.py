import heapq

import numba as nb
import numpy as np


@nb.njit
def compress(text):
    counts = np.zeros(text.max() + 1, np.int64)
    for s in text:
        counts[s] += 1
    symbols = np.nonzero(counts)[0]
    n = len(symbols)
    heap = [(counts[symbols[k]], k) for k in range(n)]
    heapq.heapify(heap)
    parent = np.full(2 * n, -1)
    nodes = n
    while len(heap) > 1:
        a, i = heapq.heappop(heap)
        b, j = heapq.heappop(heap)
        parent[i] = parent[j] = nodes
        heapq.heappush(heap, (a + b, nodes))
        nodes += 1
    lengths = np.ones(n, np.int64)
    total = 0
    for k in range(n):
        depth, node = 0, k
        while parent[node] >= 0:
            node = parent[node]
            depth += 1
        lengths[k] = max(depth, 1)
        total += lengths[k] * counts[symbols[k]]
    codes, size = np.zeros(len(counts), np.int64), np.zeros(len(counts), np.int64)
    code, before = 0, 0
    for k in np.argsort(lengths, kind="mergesort"):
        code <<= lengths[k] - before
        codes[symbols[k]], size[symbols[k]] = code, lengths[k]
        code += 1
        before = lengths[k]
    packed = np.empty((total + 7) // 8, np.uint8)
    bits, held, place = 0, 0, 0
    for s in text:
        bits = (bits << size[s]) | codes[s]
        held += size[s]
        while held >= 8:
            held -= 8
            packed[place] = (bits >> held) & 255
            place += 1
        bits &= (1 << held) - 1
    if held > 0:
        packed[place] = (bits << (8 - held)) & 255
    return packed, symbols, lengths
