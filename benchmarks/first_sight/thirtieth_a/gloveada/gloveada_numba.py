import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def gloveada(left, right, count, w0, c0, epochs, rate=0.05, most=100.0, power=0.75):
    words, size = w0.shape
    w, c, r = w0.copy(), c0.copy(), np.float32(rate)
    hw, hc = np.ones_like(w), np.ones_like(c)
    bw, bc = np.zeros(words, np.float32), np.zeros(words, np.float32)
    hbw, hbc = np.ones(words, np.float32), np.ones(words, np.float32)
    weight, target = np.empty(count.size, np.float32), np.empty(count.size, np.float32)
    for p in range(count.size):
        weight[p] = min((count[p] / most) ** power, 1.0)
        target[p] = np.log(count[p])
    loss = np.zeros(epochs, np.float32)
    for e in range(epochs):
        for p in range(count.size):
            i, j = left[p], right[p]
            diff = bw[i] + bc[j] - target[p]
            for d in range(size):
                diff += w[i, d] * c[j, d]
            g = weight[p] * diff
            loss[e] += np.float32(0.5) * g * diff
            for d in range(size):
                gw, gc = g * c[j, d], g * w[i, d]
                w[i, d] -= r * gw / np.sqrt(hw[i, d])
                c[j, d] -= r * gc / np.sqrt(hc[j, d])
                hw[i, d] += gw * gw
                hc[j, d] += gc * gc
            bw[i] -= r * g / np.sqrt(hbw[i])
            bc[j] -= r * g / np.sqrt(hbc[j])
            hbw[i] += g * g
            hbc[j] += g * g
    return w + c, bw, bc, loss / np.float32(count.size)
