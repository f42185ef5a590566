import numba as nb
import numpy as np


@nb.njit
def attend(start, source, x, W, a, b, out):
    nodes = start.size - 1
    heads, width = a.shape
    h = x @ W
    sent, taken = np.empty((nodes, heads)), np.empty((nodes, heads))
    for i in range(nodes):
        for k in range(heads):
            p, q = 0.0, 0.0
            for c in range(width):
                p += h[i, k * width + c] * a[k, c]
                q += h[i, k * width + c] * b[k, c]
            sent[i, k], taken[i, k] = p, q
    score = np.empty(nodes)
    for i in range(nodes):
        low, high = start[i], start[i + 1]
        for k in range(heads):
            top = -np.inf
            for e in range(low, high):
                s = sent[source[e], k] + taken[i, k]
                s = s if s > 0.0 else 0.2 * s
                score[e - low] = s
                top = max(top, s)
            total = 0.0
            for e in range(high - low):
                score[e] = np.exp(score[e] - top)
                total += score[e]
            for c in range(width):
                out[i, k * width + c] = 0.0
            for e in range(low, high):
                w = score[e - low] / total
                for c in range(width):
                    out[i, k * width + c] += w * h[source[e], k * width + c]


@nb.njit
def network(start, source, x, W1, a1, b1, W2, a2, b2):
    nodes = start.size - 1
    heads, classes = a2.shape
    h = np.empty((nodes, a1.size))
    attend(start, source, x, W1, a1, b1, h)
    for i in range(nodes):
        for c in range(h.shape[1]):
            if h[i, c] <= 0.0:
                h[i, c] = np.expm1(h[i, c])
    out = np.empty((nodes, a2.size))
    attend(start, source, h, W2, a2, b2, out)
    logits = np.empty((nodes, classes))
    for i in range(nodes):
        top = -np.inf
        for c in range(classes):
            s = 0.0
            for k in range(heads):
                s += out[i, k * classes + c]
            logits[i, c] = s / heads
            top = max(top, logits[i, c])
        total = 0.0
        for c in range(classes):
            logits[i, c] -= top
            total += np.exp(logits[i, c])
        for c in range(classes):
            logits[i, c] -= np.log(total)
    return logits
