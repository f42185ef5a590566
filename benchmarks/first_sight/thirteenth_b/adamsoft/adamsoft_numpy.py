import numpy as np


def softmax(z):
    e = np.exp(z - np.max(z, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)


def fit(x, labels, order, W, size, epochs, rate=1e-2, beta1=0.9, beta2=0.99, decay=1e-3, eps=1e-6):
    n, classes = x.shape[0], W.shape[1]
    batches = n // size
    wanted = np.eye(classes)[labels]
    m = np.zeros_like(W)
    v = np.zeros_like(W)
    losses = np.zeros(epochs)
    step = 0
    for epoch in range(epochs):
        for batch in range(batches):
            rows = order[batch * size:(batch + 1) * size]
            xb, yb = x[rows], wanted[rows]
            p = softmax(xb @ W)
            losses[epoch] -= np.sum(yb * np.log(p)) / n
            g = xb.T @ (p - yb) / size + decay * W
            step += 1
            m = beta1 * m + (1.0 - beta1) * g
            v = beta2 * v + (1.0 - beta2) * g**2
            W -= rate * (m / (1.0 - beta1**step)) / (np.sqrt(v / (1.0 - beta2**step)) + eps)
    return losses
