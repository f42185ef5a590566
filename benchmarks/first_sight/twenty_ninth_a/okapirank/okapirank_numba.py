import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def okapirank(start, holders, counts, lengths, queries, keep, k1=1.2, b=0.75):
    docs = lengths.size
    mean = lengths.sum() / docs
    norm = np.empty(docs)
    for d in range(docs):
        norm[d] = k1 * (1.0 - b + b * lengths[d] / mean)
    ids, values = np.zeros((len(queries), keep), np.int64), np.zeros((len(queries), keep))
    scores = np.empty(docs)
    for i in range(len(queries)):
        scores[:] = 0.0
        for term in queries[i]:
            if term < 0:
                continue
            lo, hi = start[term], start[term + 1]
            rarity = np.log(1.0 + (docs - (hi - lo) + 0.5) / (hi - lo + 0.5))
            for p in range(lo, hi):
                d = holders[p]
                scores[d] += rarity * counts[p] * (k1 + 1.0) / (counts[p] + norm[d])
        size = 0
        for d in range(docs):
            s = scores[d]
            if size == keep and s <= values[i, keep - 1]:
                continue
            if size < keep:
                size += 1
            at = size - 1
            while at > 0 and values[i, at - 1] < s:
                values[i, at], ids[i, at] = values[i, at - 1], ids[i, at - 1]
                at -= 1
            values[i, at], ids[i, at] = s, d
    return ids, values
