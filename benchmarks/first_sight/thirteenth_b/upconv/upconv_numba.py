import numba as nb
import numpy as np


@nb.njit
def upsample(x, weights, bias, gain, shift, stride=2, leak=np.float32(0.1), eps=np.float32(1e-5)):
    n, h, w, cin = x.shape
    _, k, _, cout = weights.shape
    out = np.zeros((n, (h - 1) * stride + k, (w - 1) * stride + k, cout), np.float32)
    flat = np.dot(x.reshape(n * h * w, cin), weights.reshape(cin, k * k * cout)).reshape(n, h, w, k, k, cout)
    for b in range(n):
        for i in range(h):
            for j in range(w):
                for p in range(k):
                    for q in range(k):
                        for c in range(cout):
                            out[b, i * stride + p, j * stride + q, c] += flat[b, i, j, p, q, c]
    rows = out.reshape(-1, cout)
    count = rows.shape[0]
    mean, square = np.zeros(cout), np.zeros(cout)
    for r in range(count):
        for c in range(cout):
            rows[r, c] += bias[c]
            mean[c] += rows[r, c]
    mean /= count
    for r in range(count):
        for c in range(cout):
            square[c] += (rows[r, c] - mean[c]) ** 2
    scale = np.empty(cout, np.float32)
    move = np.empty(cout, np.float32)
    for c in range(cout):
        scale[c] = gain[c] / np.sqrt(square[c] / count + eps)
        move[c] = shift[c] - mean[c] * scale[c]
    for r in range(count):
        for c in range(cout):
            y = rows[r, c] * scale[c] + move[c]
            rows[r, c] = y if y > 0 else leak * y
    return out
