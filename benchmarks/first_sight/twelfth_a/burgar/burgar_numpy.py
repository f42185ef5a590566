import numpy as np


def burgar(x, order):
    """Errors of forward and backward prediction lose a sample each time that the model grows."""
    forward = x[1:].copy()
    backward = x[:-1].copy()
    a = np.zeros(order + 1)
    a[0] = 1.0
    power = np.mean(x ** 2)
    for k in range(order):
        mu = -2.0 * np.dot(forward, backward) / (np.dot(forward, forward) + np.dot(backward, backward))
        a[:k + 2] += mu * a[:k + 2][::-1].copy()
        power *= 1.0 - mu ** 2
        forward, backward = forward[1:] + mu * backward[1:], backward[:-1] + mu * forward[:-1]
    return a, power
