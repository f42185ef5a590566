import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def log_add(a, b):
    return max(a, b) + np.log1p(np.exp(-abs(a - b)))


@nb.njit(error_model="numpy")
def ctcgrad(logits, labels, lengths):
    times, batch, symbols = logits.shape
    states = 2 * labels.shape[1] + 1
    never = -1e30
    logp, gradient = np.empty(logits.shape), np.empty(logits.shape)
    for t in range(times):
        for b in range(batch):
            high = logits[t, b, 0]
            for k in range(1, symbols):
                high = max(high, logits[t, b, k])
            total = 0.0
            for k in range(symbols):
                total += np.exp(logits[t, b, k] - high)
            total = np.log(total)
            for k in range(symbols):
                logp[t, b, k] = logits[t, b, k] - high - total
                gradient[t, b, k] = np.exp(logp[t, b, k])
    loss = np.empty(batch)
    text, leap = np.zeros(states, np.int64), np.zeros(states, np.bool_)
    alpha, beta, after = np.empty((times, states)), np.empty(states), np.empty(states)
    for b in range(batch):
        for s in range(1, states, 2):
            text[s] = labels[b, s // 2]
            leap[s] = s > 1 and labels[b, s // 2] != labels[b, s // 2 - 1]
        alpha[0] = never
        alpha[0, 0], alpha[0, 1] = logp[0, b, 0], logp[0, b, text[1]]
        for t in range(1, times):
            for s in range(states):
                way = alpha[t - 1, s]
                if s > 0:
                    way = log_add(way, alpha[t - 1, s - 1])
                if leap[s]:
                    way = log_add(way, alpha[t - 1, s - 2])
                alpha[t, s] = way + logp[t, b, text[s]]
        end = 2 * lengths[b]
        total = log_add(alpha[times - 1, end], alpha[times - 1, end - 1])
        loss[b] = -total
        beta[:] = never
        beta[end], beta[end - 1] = 0.0, 0.0
        for t in range(times - 1, -1, -1):
            if t < times - 1:
                for s in range(states):
                    after[s] = beta[s] + logp[t + 1, b, text[s]]
                for s in range(states):
                    way = after[s]
                    if s < states - 1:
                        way = log_add(way, after[s + 1])
                    if s < states - 2 and leap[s + 2]:
                        way = log_add(way, after[s + 2])
                    beta[s] = way
            for s in range(states):
                gradient[t, b, text[s]] -= np.exp(alpha[t, s] + beta[s] - total)
    return loss, gradient / batch
