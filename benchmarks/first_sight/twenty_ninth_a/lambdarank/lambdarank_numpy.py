import numpy as np


def lambdarank(scores, grades, steep=1.0, top=10):
    """First and second derivatives by score, each pair weighted by what a swap would change, and the gain of the top."""
    queries, docs = scores.shape
    slope, curve = np.zeros_like(scores), np.zeros_like(scores)
    gain = np.ones(queries)
    discount = 1.0 / np.log2(np.arange(docs) + 2.0)
    for q in range(queries):
        worth = 2.0 ** grades[q] - 1.0
        best = np.sum(np.sort(worth)[::-1][:top] * discount[:top])
        if best == 0.0:
            continue
        order = np.argsort(-scores[q])
        gain[q] = np.sum(worth[order[:top]] * discount[:top]) / best
        at = np.empty(docs)
        at[order] = discount
        better = grades[q][:, None] > grades[q][None, :]
        change = np.abs(np.subtract.outer(worth, worth) * np.subtract.outer(at, at)) / best
        rho = 1.0 / (1.0 + np.exp(steep * (scores[q][:, None] - scores[q])))
        pull = np.where(better, steep * rho * change, 0.0)
        slope[q] = pull.sum(axis=0) - pull.sum(axis=1)
        bend = steep * (1.0 - rho) * pull
        curve[q] = bend.sum(axis=0) + bend.sum(axis=1)
    return slope, curve, gain
