import numpy as np


def okapirank(start, holders, counts, lengths, queries, keep, k1=1.2, b=0.75):
    """The documents that answer each query best and how well, the first of equals first."""
    docs = lengths.size
    norm = k1 * (1.0 - b + b * lengths / lengths.mean())
    ids = np.empty((len(queries), keep), dtype=np.int64)
    values = np.empty((len(queries), keep))
    for i, query in enumerate(queries):
        scores = np.zeros(docs)
        for term in query[query >= 0]:
            lo, hi = start[term], start[term + 1]
            where, tf = holders[lo:hi], counts[lo:hi]
            rarity = np.log(1.0 + (docs - (hi - lo) + 0.5) / (hi - lo + 0.5))
            scores[where] += rarity * tf * (k1 + 1.0) / (tf + norm[where])
        ids[i] = np.argsort(-scores, kind="stable")[:keep]
        values[i] = scores[ids[i]]
    return ids, values
