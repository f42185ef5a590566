import numpy as np


def logsumexp(a, axis):
    m = a.max(axis=axis, keepdims=True)
    return np.squeeze(m, axis) + np.log(np.sum(np.exp(a - m), axis=axis))


def crfchain(x, gold, length, weights, trans, decay=1e-3):
    """Loss of a conditional random field on chains and its gradients for weights and transitions."""
    batch, longest, _ = x.shape
    b, t = np.arange(batch), np.arange(longest)
    emit = np.einsum("btd,kd->btk", x, weights)
    real = t < length[:, None]
    alpha, beta = np.empty_like(emit), np.zeros_like(emit)
    alpha[:, 0] = emit[:, 0]
    for i in range(1, longest):
        alpha[:, i] = logsumexp(alpha[:, i - 1, :, None] + trans, axis=1) + emit[:, i]
    for i in range(longest - 2, -1, -1):
        back = logsumexp(trans + (emit[:, i + 1] + beta[:, i + 1])[:, None, :], axis=2)
        beta[:, i] = np.where(real[:, i + 1, None], back, 0.0)
    logz = logsumexp(alpha[b, length - 1], axis=1)
    score = np.sum(emit[b[:, None], t, gold] * real, axis=1)
    score += np.sum(trans[gold[:, :-1], gold[:, 1:]] * real[:, 1:], axis=1)
    share = np.exp(alpha + beta - logz[:, None, None]) * real[..., None]
    share[b[:, None], t, gold] -= real
    d_weights = np.einsum("btk,btd->kd", share, x) + decay * weights
    d_trans = decay * trans
    for i in range(longest - 1):
        pair = alpha[:, i, :, None] + trans + (emit[:, i + 1] + beta[:, i + 1])[:, None, :] - logz[:, None, None]
        d_trans += np.sum(np.exp(pair), axis=0, where=real[:, i + 1, None, None])
    both = real[:, 1:]
    np.subtract.at(d_trans, (gold[:, :-1][both], gold[:, 1:][both]), 1.0)
    loss = np.sum(logz - score) + 0.5 * decay * (np.sum(weights ** 2) + np.sum(trans ** 2))
    return loss, d_weights, d_trans
