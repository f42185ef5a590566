import numba as nb
import numpy as np


@nb.njit
def activate(m, bias):
    one = np.float32(1.0)
    for i in range(m.shape[0]):
        for j in range(m.shape[1]):
            m[i, j] = one / (one + np.exp(-(m[i, j] + bias[j])))


@nb.njit
def train(data, w, a, b, draws, batch, rate=0.1, momentum=0.5):
    w, a, b = w.copy(), a.copy(), b.copy()
    dw, da, db = np.zeros_like(w), np.zeros_like(a), np.zeros_like(b)
    momentum = np.float32(momentum)
    epochs, n, hidden = draws.shape
    visible = a.size
    error = np.zeros(epochs, np.float32)
    for epoch in range(epochs):
        for first in range(0, n, batch):
            v = data[first:first + batch]
            m = v.shape[0]
            step = np.float32(rate) / np.float32(m)
            h = v @ w
            activate(h, b)
            on = np.empty_like(h)
            for i in range(m):
                for j in range(hidden):
                    on[i, j] = np.float32(draws[epoch, first + i, j] < h[i, j])
            back = on @ w.T
            activate(back, a)
            again = back @ w
            activate(again, b)
            up, down = v.T @ h, back.T @ again
            for i in range(visible):
                for j in range(hidden):
                    dw[i, j] = momentum * dw[i, j] + step * (up[i, j] - down[i, j])
                    w[i, j] += dw[i, j]
            sa, sb = np.zeros_like(a), np.zeros_like(b)
            total = np.float32(0.0)
            for i in range(m):
                for j in range(visible):
                    gap = v[i, j] - back[i, j]
                    sa[j] += gap
                    total += gap * gap
                for j in range(hidden):
                    sb[j] += h[i, j] - again[i, j]
            for j in range(visible):
                da[j] = momentum * da[j] + step * sa[j]
                a[j] += da[j]
            for j in range(hidden):
                db[j] = momentum * db[j] + step * sb[j]
                b[j] += db[j]
            error[epoch] += total
        error[epoch] /= np.float32(n)
    return w, a, b, error
