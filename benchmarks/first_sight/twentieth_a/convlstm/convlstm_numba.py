import numba as nb
import numpy as np


@nb.njit
def conv2d(x, w, out):
    side, c = x.shape[0], x.shape[2]
    m = w.shape[3]
    for i in range(side):
        for j in range(side):
            for a in range(max(0, 1 - i), min(3, side + 1 - i)):
                for b in range(max(0, 1 - j), min(3, side + 1 - j)):
                    for k in range(c):
                        f = x[i + a - 1, j + b - 1, k]
                        for l in range(m):
                            out[i, j, l] += f * w[a, b, k, l]


@nb.njit(error_model="numpy")
def sigmoid(x):
    one = np.float32(1.0)
    return one / (one + np.exp(-x))


@nb.njit(error_model="numpy")
def convlstm(x, wx, wh, bias, peep, h, s):
    side, n = h.shape[0], h.shape[2]
    gates = np.empty((side, side, 4 * n), np.float32)
    for t in range(x.shape[0]):
        gates[:] = bias
        conv2d(x[t], wx, gates)
        conv2d(h, wh, gates)
        for a in range(side):
            for b in range(side):
                for k in range(n):
                    old = s[a, b, k]
                    i = sigmoid(gates[a, b, k] + peep[0, k] * old)
                    f = sigmoid(gates[a, b, n + k] + peep[1, k] * old)
                    new = f * old + i * np.tanh(gates[a, b, 2 * n + k])
                    s[a, b, k] = new
                    h[a, b, k] = sigmoid(gates[a, b, 3 * n + k] + peep[2, k] * new) * np.tanh(new)
