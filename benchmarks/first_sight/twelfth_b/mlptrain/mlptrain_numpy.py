import numpy as np


def forward(x, w1, b1, w2, b2):
    h = np.tanh(x @ w1 + b1)
    z = h @ w2 + b2
    e = np.exp(z - z.max(axis=1, keepdims=True))
    return h, e / e.sum(axis=1, keepdims=True)


def train(x, labels, w1, b1, w2, b2, steps, rate=np.float32(0.05)):
    """Plain descent on all samples; weights change in place."""
    n = len(x)
    losses = []
    rows = np.arange(n)
    for _ in range(steps):
        h, p = forward(x, w1, b1, w2, b2)
        losses.append(-np.log(p[rows, labels]).mean())
        dz = p
        dz[rows, labels] -= 1
        dz /= n
        dh = dz @ w2.T * (1 - h * h)
        w2 -= rate * (h.T @ dz)
        b2 -= rate * dz.sum(axis=0)
        w1 -= rate * (x.T @ dh)
        b1 -= rate * dh.sum(axis=0)
    return np.array(losses)
