import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def either(a, b):
    high, low = max(a, b), min(a, b)
    return high + np.log1p(np.exp(low - high))


@nb.njit(error_model="numpy")
def rnntloss(logits, targets):
    batch, times, places, words = logits.shape
    loss = np.empty(batch)
    grad = np.empty_like(logits)
    blank, label = np.empty((times, places)), np.empty((times, places))
    alpha, beta = np.empty((times, places)), np.empty((times, places))
    for n in range(batch):
        for t in range(times):
            for u in range(places):
                row, out = logits[n, t, u], grad[n, t, u]
                top = np.max(row)
                total = 0.0
                for w in range(words):
                    out[w] = np.exp(row[w] - top)
                    total += out[w]
                for w in range(words):
                    out[w] /= total
                norm = top + np.log(total)
                blank[t, u] = row[0] - norm
                if u < places - 1:
                    label[t, u] = row[targets[n, u]] - norm
        for t in range(times):
            for u in range(places):
                if t == 0 and u == 0:
                    alpha[t, u] = 0.0
                elif t == 0:
                    alpha[t, u] = alpha[t, u - 1] + label[t, u - 1]
                elif u == 0:
                    alpha[t, u] = alpha[t - 1, u] + blank[t - 1, u]
                else:
                    alpha[t, u] = either(alpha[t - 1, u] + blank[t - 1, u], alpha[t, u - 1] + label[t, u - 1])
        for t in range(times - 1, -1, -1):
            for u in range(places - 1, -1, -1):
                if t == times - 1 and u == places - 1:
                    beta[t, u] = blank[t, u]
                elif t == times - 1:
                    beta[t, u] = beta[t, u + 1] + label[t, u]
                elif u == places - 1:
                    beta[t, u] = beta[t + 1, u] + blank[t, u]
                else:
                    beta[t, u] = either(beta[t + 1, u] + blank[t, u], beta[t, u + 1] + label[t, u])
        total = beta[0, 0]
        loss[n] = -total
        for t in range(times):
            for u in range(places):
                by_blank, by_label = 0.0, 0.0
                if t < times - 1:
                    by_blank = np.exp(alpha[t, u] + blank[t, u] + beta[t + 1, u] - total)
                elif u == places - 1:
                    by_blank = np.exp(alpha[t, u] + blank[t, u] - total)
                if u < places - 1:
                    by_label = np.exp(alpha[t, u] + label[t, u] + beta[t, u + 1] - total)
                out = grad[n, t, u]
                visits = (by_blank + by_label) / batch
                for w in range(words):
                    out[w] *= visits
                out[0] -= by_blank / batch
                if u < places - 1:
                    out[targets[n, u]] -= by_label / batch
    return loss, grad
