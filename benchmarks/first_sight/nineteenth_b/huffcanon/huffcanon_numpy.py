import heapq

import numpy as np


def compress(text):
    """Packed bits of a text of numbers in canonical Huffman codes, its symbols and the lengths of their codes."""
    counts = {}
    for s in text:
        counts[s] = counts.get(s, 0) + 1
    symbols = sorted(counts)
    heap = [(counts[s], k) for k, s in enumerate(symbols)]
    heapq.heapify(heap)
    parent = [-1] * len(symbols)
    while len(heap) > 1:
        a, i = heapq.heappop(heap)
        b, j = heapq.heappop(heap)
        parent[i] = parent[j] = len(parent)
        heapq.heappush(heap, (a + b, len(parent)))
        parent.append(-1)
    lengths = np.ones(len(symbols), dtype=int)
    for k in range(len(symbols)):
        depth = 0
        node = k
        while parent[node] >= 0:
            node = parent[node]
            depth += 1
        lengths[k] = max(depth, 1)
    codes = {}
    code = 0
    before = 0
    for k in np.argsort(lengths, kind="stable"):
        code <<= lengths[k] - before
        codes[symbols[k]] = (code, lengths[k])
        code += 1
        before = lengths[k]
    packed = []
    bits = 0
    held = 0
    for s in text:
        code, length = codes[s]
        bits = (bits << length) | code
        held += length
        while held >= 8:
            held -= 8
            packed.append((bits >> held) & 255)
        bits &= (1 << held) - 1
    if held > 0:
        packed.append((bits << (8 - held)) & 255)
    return np.array(packed, dtype=np.uint8), np.array(symbols), lengths
