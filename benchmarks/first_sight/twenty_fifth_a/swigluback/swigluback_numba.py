import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def swigluback(x, target, gain, w1, w3, w2, rate, steps):
    n, d = x.shape
    hidden = w1.shape[1]
    one = np.float32(1.0)
    losses = np.zeros(steps, np.float32)
    r, unit, y, dx = np.empty(n, np.float32), np.empty_like(x), np.empty_like(x), np.zeros_like(x)
    h, da, db = np.empty((n, hidden), np.float32), np.empty((n, hidden), np.float32), np.empty((n, hidden), np.float32)
    step = rate / np.float32(n)
    for s in range(steps):
        for i in range(n):
            total = np.float32(0.0)
            for j in range(d):
                total += x[i, j] * x[i, j]
            r[i] = one / np.sqrt(total / np.float32(d) + np.float32(1e-5))
            for j in range(d):
                unit[i, j] = x[i, j] * r[i]
                y[i, j] = unit[i, j] * gain[j]
        a, b = np.dot(y, w1), np.dot(y, w3)
        for i in range(n):
            for j in range(hidden):
                gate = one / (one + np.exp(-a[i, j]))
                h[i, j] = a[i, j] * gate * b[i, j]
                da[i, j] = b[i, j] * gate * (one + a[i, j] * (one - gate))
                db[i, j] = a[i, j] * gate
        grad = np.dot(h, w2)
        loss = 0.0
        for i in range(n):
            for j in range(d):
                off = x[i, j] + grad[i, j] - target[i, j]
                loss += off * off
                grad[i, j] = np.float32(2.0) * off / np.float32(d)
        losses[s] = loss / (n * d)
        dh = np.dot(grad, w2.T)
        for i in range(n):
            for j in range(hidden):
                da[i, j] *= dh[i, j]
                db[i, j] *= dh[i, j]
        dw2, dw1, dw3 = np.dot(h.T, grad), np.dot(y.T, da), np.dot(y.T, db)
        dy = np.dot(da, w1.T) + np.dot(db, w3.T)
        dgain = np.zeros(d, np.float32)
        for i in range(n):
            along = np.float32(0.0)
            for j in range(d):
                dgain[j] += dy[i, j] * unit[i, j]
                along += dy[i, j] * gain[j] * unit[i, j]
            along /= np.float32(d)
            for j in range(d):
                dx[i, j] = grad[i, j] + r[i] * (dy[i, j] * gain[j] - unit[i, j] * along)
        gain -= step * dgain
        w1 -= step * dw1
        w3 -= step * dw3
        w2 -= step * dw2
    return losses, dx
