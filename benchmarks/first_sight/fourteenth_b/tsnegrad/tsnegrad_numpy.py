import numpy as np


def embed(P, Y, steps, rate, exaggerated=4.0):
    n = Y.shape[0]
    change = np.zeros_like(Y)
    gains = np.ones_like(Y)
    divergence = np.zeros(steps)
    P = P * exaggerated
    for step in range(steps):
        size = np.sum(np.square(Y), 1)
        num = 1.0 / (1.0 + np.add(np.add(-2.0 * np.dot(Y, Y.T), size).T, size))
        num[range(n), range(n)] = 0.0
        Q = np.maximum(num / np.sum(num), 1e-12)
        PQ = (P - Q) * num
        slope = 4.0 * (np.sum(PQ, axis=1)[:, None] * Y - PQ @ Y)
        momentum = 0.5 if step < 8 else 0.8
        gains = (gains + 0.2) * ((slope > 0.0) != (change > 0.0)) + (gains * 0.8) * ((slope > 0.0) == (change > 0.0))
        gains[gains < 0.01] = 0.01
        change = momentum * change - rate * (gains * slope)
        Y += change
        Y -= np.mean(Y, 0)
        divergence[step] = np.sum(P * np.log(P / Q))
        if step == steps // 2:
            P = P / exaggerated
    return divergence
