import numpy as np


def sigmoid(x):
    return np.float32(1.0) / (np.float32(1.0) + np.exp(-x))


class Machine:
    """A restricted Boltzmann machine with momentum, in single precision."""

    def __init__(self, w, a, b, rate, momentum):
        self.w = w.copy()
        self.a = a.copy()
        self.b = b.copy()
        self.rate = np.float32(rate)
        self.momentum = np.float32(momentum)
        self.dw = np.zeros_like(w)
        self.da = np.zeros_like(a)
        self.db = np.zeros_like(b)

    def hidden(self, v):
        return sigmoid(v @ self.w + self.b)

    def visible(self, h):
        return sigmoid(h @ self.w.T + self.a)

    def learn(self, v, draws):
        """One step of contrastive divergence; returns the squared error of the reconstruction."""
        h = self.hidden(v)
        on = (draws < h).astype(np.float32)
        back = self.visible(on)
        again = self.hidden(back)
        step = self.rate / np.float32(v.shape[0])
        self.dw = self.momentum * self.dw + step * (v.T @ h - back.T @ again)
        self.da = self.momentum * self.da + step * (v - back).sum(axis=0)
        self.db = self.momentum * self.db + step * (h - again).sum(axis=0)
        self.w += self.dw
        self.a += self.da
        self.b += self.db
        return np.sum((v - back) ** 2)


def train(data, w, a, b, draws, batch, rate=0.1, momentum=0.5):
    machine = Machine(w, a, b, rate, momentum)
    epochs, n, _ = draws.shape
    error = np.zeros(epochs, dtype=np.float32)
    for epoch in range(epochs):
        for first in range(0, n, batch):
            rows = slice(first, first + batch)
            error[epoch] += machine.learn(data[rows], draws[epoch, rows])
    return machine.w, machine.a, machine.b, error / np.float32(n)
