import numpy as np


def orthogonal(G, turns):
    """Near the nearest matrix with orthonormal rows, by a polynomial of fifth degree again and again."""
    X = G / np.linalg.norm(G)
    for turn in range(turns):
        A = X @ X.T
        X = 1.875 * X - (1.25 * A - 0.375 * A @ A) @ X
    return X


def train(W, momentum, X, Y, rate, steps, turns):
    """Weights of a layer moved along the orthogonal part of what their gradients add up to."""
    n, samples = Y.shape
    losses = np.zeros(steps)
    for step in range(steps):
        error = W @ X - Y
        losses[step] = np.mean(error**2)
        momentum *= 0.9
        momentum += error @ X.T / samples
        W -= rate * orthogonal(momentum, turns)
    return losses
