import numba as nb
import numpy as np

DEPTH = 3


@nb.njit
def boost(X, y, bins, trees, rate=0.3, penalty=1.0):
    """Trees grow level by level, with one pass over the rows for the histograms of all nodes of a level."""
    rows, features = X.shape
    inner = 2**DEPTH - 1
    margin, loss, roots = np.zeros(rows), np.empty(trees), np.empty((trees, 2), np.int64)
    g, h, node = np.empty(rows), np.empty(rows), np.empty(rows, np.int64)
    hist = np.empty((2 ** (DEPTH - 1), features, bins, 2))
    feature, threshold = np.empty(inner, np.int64), np.empty(inner, np.int64)
    leaf = np.empty((2**DEPTH, 2))
    for k in range(trees):
        for i in range(rows):
            p = 1.0 / (1.0 + np.exp(-margin[i]))
            g[i], h[i] = p - y[i], p * (1.0 - p)
            node[i] = 0
        for depth in range(DEPTH):
            first = 2**depth - 1
            hist[:2**depth] = 0.0
            for i in range(rows):
                at = hist[node[i] - first]
                for f in range(features):
                    at[f, X[i, f], 0] += g[i]
                    at[f, X[i, f], 1] += h[i]
            for q in range(2**depth):
                G, H = 0.0, 0.0
                for b in range(bins):
                    G += hist[q, 0, b, 0]
                    H += hist[q, 0, b, 1]
                whole = G * G / (H + penalty)
                best, feature[first + q], threshold[first + q] = 1e-9, 0, bins
                for f in range(features):
                    lg, lh = 0.0, 0.0
                    for b in range(bins - 1):
                        lg += hist[q, f, b, 0]
                        lh += hist[q, f, b, 1]
                        gain = lg * lg / (lh + penalty) + (G - lg) ** 2 / (H - lh + penalty) - whole
                        if gain > best:
                            best, feature[first + q], threshold[first + q] = gain, f, b
            for i in range(rows):
                node[i] = 2 * node[i] + 1 + (X[i, feature[node[i]]] > threshold[node[i]])
        leaf[:] = 0.0
        for i in range(rows):
            leaf[node[i] - inner, 0] += g[i]
            leaf[node[i] - inner, 1] += h[i]
        total = 0.0
        for i in range(rows):
            q = node[i] - inner
            margin[i] += rate * (-leaf[q, 0] / (leaf[q, 1] + penalty))
            m = margin[i]
            total += max(m, 0.0) + np.log1p(np.exp(-abs(m))) - y[i] * m
        loss[k] = total / rows
        roots[k, 0], roots[k, 1] = feature[0], threshold[0]
    return loss, margin, roots
