import numpy as np


def convback(x, dy, weights, speed, bias, stride, rate=np.float32(0.01), momentum=np.float32(0.9)):
    _, height, width, cout = dy.shape
    k, _, cin, _ = weights.shape
    dx = np.zeros_like(x)
    dw = np.empty_like(weights)
    flat = dy.reshape(-1, cout)
    for i in range(k):
        for j in range(k):
            rows = slice(i, i + stride * height, stride)
            columns = slice(j, j + stride * width, stride)
            dw[i, j] = x[:, rows, columns].reshape(-1, cin).T @ flat
            dx[:, rows, columns] += dy @ weights[i, j].T
    scale = rate / np.float32(dy.shape[0])
    speed *= momentum
    speed -= scale * dw
    weights += speed
    bias -= scale * np.sum(flat, axis=0)
    return dx
