import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def crfchain(x, gold, length, weights, trans, decay=1e-3):
    batch, longest, features = x.shape
    tags = trans.shape[0]
    d_weights, d_trans = decay * weights, decay * trans
    loss = 0.5 * decay * (np.sum(weights * weights) + np.sum(trans * trans))
    factor = np.exp(trans)
    emit, alpha, beta = np.empty((longest, tags)), np.empty((longest, tags)), np.empty((longest, tags))
    for b in range(batch):
        n = length[b]
        logz, score = 0.0, 0.0
        for t in range(n):
            most = -np.inf
            for k in range(tags):
                s = 0.0
                for d in range(features):
                    s += x[b, t, d] * weights[k, d]
                emit[t, k] = s
                most = max(most, s)
            score += emit[t, gold[b, t]]
            if t > 0:
                score += trans[gold[b, t - 1], gold[b, t]]
            total = 0.0
            for k in range(tags):
                emit[t, k] = np.exp(emit[t, k] - most)
                s = 1.0
                if t > 0:
                    s = 0.0
                    for j in range(tags):
                        s += alpha[t - 1, j] * factor[j, k]
                alpha[t, k] = s * emit[t, k]
                total += alpha[t, k]
            for k in range(tags):
                alpha[t, k] /= total
                emit[t, k] /= total
            logz += most + np.log(total)
        loss += logz - score
        for k in range(tags):
            beta[n - 1, k] = 1.0
        for t in range(n - 2, -1, -1):
            for j in range(tags):
                s = 0.0
                for k in range(tags):
                    p = factor[j, k] * emit[t + 1, k] * beta[t + 1, k]
                    s += p
                    d_trans[j, k] += alpha[t, j] * p
                beta[t, j] = s
            d_trans[gold[b, t], gold[b, t + 1]] -= 1.0
        for t in range(n):
            for k in range(tags):
                share = alpha[t, k] * beta[t, k] - (1.0 if gold[b, t] == k else 0.0)
                for d in range(features):
                    d_weights[k, d] += share * x[b, t, d]
    return loss, d_weights, d_trans
