import numpy as np


def log_softmax(x):
    shifted = x - np.max(x, axis=-1, keepdims=True)
    return shifted - np.log(np.sum(np.exp(shifted), axis=-1, keepdims=True))


def log_add(a, b):
    high = np.maximum(a, b)
    return high + np.log1p(np.exp(-np.abs(a - b)))


def ctcgrad(logits, labels, lengths):
    """After Graves, in logarithms: blanks (symbol 0) between labels; the gradient by the logits."""
    times, batch, symbols = logits.shape
    states = 2 * labels.shape[1] + 1
    never = -1e30
    text = np.zeros((batch, states), dtype=np.int64)
    text[:, 1::2] = labels
    leap = np.zeros((batch, states), dtype=bool)
    leap[:, 3::2] = labels[:, 1:] != labels[:, :-1]
    row = np.arange(batch)
    logp = log_softmax(logits)
    emit = np.take_along_axis(logp, np.broadcast_to(text, (times, batch, states)), axis=2)
    end = 2 * lengths

    alpha = np.full((times, batch, states), never)
    alpha[0, :, :2] = emit[0, :, :2]
    for t in range(1, times):
        way = alpha[t - 1].copy()
        way[:, 1:] = log_add(way[:, 1:], alpha[t - 1, :, :-1])
        way[:, 2:] = np.where(leap[:, 2:], log_add(way[:, 2:], alpha[t - 1, :, :-2]), way[:, 2:])
        alpha[t] = way + emit[t]

    beta = np.full((times, batch, states), never)
    beta[-1, row, end] = 0.0
    beta[-1, row, end - 1] = 0.0
    for t in range(times - 2, -1, -1):
        after = beta[t + 1] + emit[t + 1]
        way = after.copy()
        way[:, :-1] = log_add(way[:, :-1], after[:, 1:])
        way[:, :-2] = np.where(leap[:, 2:], log_add(way[:, :-2], after[:, 2:]), way[:, :-2])
        beta[t] = way

    total = log_add(alpha[-1, row, end], alpha[-1, row, end - 1])
    share = np.exp(alpha + beta - total[:, None])
    gradient = np.exp(logp)
    for s in range(states):
        gradient[:, row, text[:, s]] -= share[:, :, s]
    return -total, gradient / batch
