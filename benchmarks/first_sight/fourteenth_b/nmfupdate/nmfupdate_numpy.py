import numpy as np


def factors(V, W, H, steps, eps=1e-12):
    losses = np.zeros(steps)
    some = V > 0
    for step in range(steps):
        H *= (W.T @ (V / (W @ H + eps))) / W.sum(axis=0)[:, None]
        W *= ((V / (W @ H + eps)) @ H.T) / H.sum(axis=1)
        guess = W @ H
        losses[step] = np.sum(V[some] * np.log(V[some] / guess[some])) - V.sum() + guess.sum()
    scale = W.sum(axis=0)
    W /= scale
    H *= scale[:, None]
    return losses
