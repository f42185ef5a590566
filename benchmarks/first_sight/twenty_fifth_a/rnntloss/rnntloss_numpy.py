import numpy as np


def log_softmax(x):
    shifted = x - np.max(x, axis=-1, keepdims=True)
    return shifted - np.log(np.sum(np.exp(shifted), axis=-1, keepdims=True))


def ways_in(blank, label):
    batch, times, places = blank.shape
    alpha = np.zeros((batch, times, places))
    alpha[:, 1:, 0] = np.cumsum(blank[:, :-1, 0], axis=1)
    alpha[:, 0, 1:] = np.cumsum(label[:, 0], axis=1)
    for t in range(1, times):
        for u in range(1, places):
            alpha[:, t, u] = np.logaddexp(alpha[:, t - 1, u] + blank[:, t - 1, u], alpha[:, t, u - 1] + label[:, t, u - 1])
    return alpha


def ways_out(blank, label):
    batch, times, places = blank.shape
    beta = np.zeros((batch, times, places))
    beta[:, -1, -1] = blank[:, -1, -1]
    for t in range(times - 1, -1, -1):
        for u in range(places - 1, -1, -1):
            if t == times - 1 and u < places - 1:
                beta[:, t, u] = beta[:, t, u + 1] + label[:, t, u]
            elif t < times - 1 and u == places - 1:
                beta[:, t, u] = beta[:, t + 1, u] + blank[:, t, u]
            elif t < times - 1:
                beta[:, t, u] = np.logaddexp(beta[:, t + 1, u] + blank[:, t, u], beta[:, t, u + 1] + label[:, t, u])
    return beta


def rnntloss(logits, targets):
    """Graves's loss over a lattice of times and labels, word 0 goes on in time, and its slope along the logits."""
    batch, times, places, words = logits.shape
    logp = log_softmax(logits)
    blank = logp[..., 0]
    label = np.take_along_axis(logp[:, :, :-1], targets[:, None, :, None], axis=3)[..., 0]
    alpha = ways_in(blank, label)
    beta = ways_out(blank, label)
    total = beta[:, 0, 0]
    after = np.zeros_like(beta)
    after[:, :-1] = beta[:, 1:]
    by_blank = np.exp(alpha + blank + after - total[:, None, None])
    by_blank[:, -1, :-1] = 0.0
    by_label = np.exp(alpha[:, :, :-1] + label + beta[:, :, 1:] - total[:, None, None])
    visits = by_blank.copy()
    visits[:, :, :-1] += by_label
    grad = np.exp(logp) * visits[..., None]
    grad[..., 0] -= by_blank
    b, t, u = np.ogrid[:batch, :times, :places - 1]
    grad[b, t, u, targets[:, None, :]] -= by_label
    return -total, grad / batch
