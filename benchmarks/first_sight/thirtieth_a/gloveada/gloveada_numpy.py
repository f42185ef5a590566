import numpy as np


def gloveada(left, right, count, w0, c0, epochs, rate=0.05, most=100.0, power=0.75):
    """Vectors of words and contexts (GloVe) by AdaGrad, pair by pair, in single precision, and the loss of each epoch."""
    w, c = w0.copy(), c0.copy()
    bw, bc = np.zeros(w.shape[0], dtype=np.float32), np.zeros(c.shape[0], dtype=np.float32)
    hw, hc, hbw, hbc = np.ones_like(w), np.ones_like(c), np.ones_like(bw), np.ones_like(bc)
    weight = np.minimum((count / most) ** power, 1.0)
    target = np.log(count)
    loss = np.zeros(epochs, dtype=np.float32)
    for e in range(epochs):
        for p in range(count.size):
            i, j = left[p], right[p]
            diff = w[i] @ c[j] + bw[i] + bc[j] - target[p]
            g = weight[p] * diff
            loss[e] += 0.5 * g * diff
            gw, gc = g * c[j], g * w[i]
            w[i] -= rate * gw / np.sqrt(hw[i])
            c[j] -= rate * gc / np.sqrt(hc[j])
            bw[i] -= rate * g / np.sqrt(hbw[i])
            bc[j] -= rate * g / np.sqrt(hbc[j])
            hw[i] += gw ** 2
            hc[j] += gc ** 2
            hbw[i] += g ** 2
            hbc[j] += g ** 2
    return w + c, bw, bc, loss / count.size
