import numpy as np


def sigmoid(a):
    return 1.0 / (1.0 + np.exp(-a))


def backward(x, target, W, U, b):
    T, N, D = x.shape
    H = U.shape[0]
    h = np.zeros((T + 1, N, H), dtype=x.dtype)
    z = np.zeros((T, N, H), dtype=x.dtype)
    r = np.zeros_like(z)
    c = np.zeros_like(z)
    for t in range(T):
        a = x[t] @ W + b
        z[t] = sigmoid(a[:, :H] + h[t] @ U[:, :H])
        r[t] = sigmoid(a[:, H:2 * H] + h[t] @ U[:, H:2 * H])
        c[t] = np.tanh(a[:, 2 * H:] + (r[t] * h[t]) @ U[:, 2 * H:])
        h[t + 1] = (1.0 - z[t]) * h[t] + z[t] * c[t]
    error = h[T] - target
    loss = 0.5 * np.sum(error * error) / N
    dW, dU, db = np.zeros_like(W), np.zeros_like(U), np.zeros_like(b)
    dh = error / N
    da = np.zeros((N, 3 * H), dtype=x.dtype)
    for t in range(T - 1, -1, -1):
        da[:, :H] = dh * (c[t] - h[t]) * z[t] * (1.0 - z[t])
        da[:, 2 * H:] = dh * z[t] * (1.0 - c[t] * c[t])
        drh = da[:, 2 * H:] @ U[:, 2 * H:].T
        da[:, H:2 * H] = drh * h[t] * r[t] * (1.0 - r[t])
        dW += x[t].T @ da
        db += np.sum(da, axis=0)
        dU[:, :2 * H] += h[t].T @ da[:, :2 * H]
        dU[:, 2 * H:] += (r[t] * h[t]).T @ da[:, 2 * H:]
        dh = dh * (1.0 - z[t]) + drh * r[t] + da[:, :2 * H] @ U[:, :2 * H].T
    return loss, dW, dU, db
