import numba as nb
import numpy as np


@nb.njit
def backward(x, target, W, U, b):
    T, N, D = x.shape
    H = U.shape[0]
    one = np.float32(1.0)
    U2, U3 = np.ascontiguousarray(U[:, :2 * H]), np.ascontiguousarray(U[:, 2 * H:])
    U2T, U3T = np.ascontiguousarray(U2.T), np.ascontiguousarray(U3.T)
    h = np.zeros((T + 1, N, H), dtype=np.float32)
    z, r, c, rh = np.zeros_like(h), np.zeros_like(h), np.zeros_like(h), np.zeros_like(h)
    for t in range(T):
        a = x[t] @ W
        g = h[t] @ U2
        for i in range(N):
            for j in range(H):
                z[t, i, j] = one / (one + np.exp(-(a[i, j] + b[j] + g[i, j])))
                r[t, i, j] = one / (one + np.exp(-(a[i, H + j] + b[H + j] + g[i, H + j])))
                rh[t, i, j] = r[t, i, j] * h[t, i, j]
        g3 = rh[t] @ U3
        for i in range(N):
            for j in range(H):
                c[t, i, j] = np.tanh(a[i, 2 * H + j] + b[2 * H + j] + g3[i, j])
                h[t + 1, i, j] = (one - z[t, i, j]) * h[t, i, j] + z[t, i, j] * c[t, i, j]
    dh = h[T] - target
    loss = np.float32(0.5) * np.sum(dh * dh) / np.float32(N)
    dh /= np.float32(N)
    dW, db = np.zeros_like(W), np.zeros_like(b)
    dU2, dU3 = np.zeros_like(U2), np.zeros_like(U3)
    d2 = np.zeros((N, 2 * H), dtype=np.float32)
    d3 = np.zeros((N, H), dtype=np.float32)
    da = np.zeros((N, 3 * H), dtype=np.float32)
    for t in range(T - 1, -1, -1):
        for i in range(N):
            for j in range(H):
                d2[i, j] = dh[i, j] * (c[t, i, j] - h[t, i, j]) * z[t, i, j] * (one - z[t, i, j])
                d3[i, j] = dh[i, j] * z[t, i, j] * (one - c[t, i, j] * c[t, i, j])
        drh = d3 @ U3T
        for i in range(N):
            for j in range(H):
                d2[i, H + j] = drh[i, j] * h[t, i, j] * r[t, i, j] * (one - r[t, i, j])
        da[:, :2 * H] = d2
        da[:, 2 * H:] = d3
        dW += x[t].T @ da
        for i in range(N):
            db += da[i]
        dU2 += h[t].T @ d2
        dU3 += rh[t].T @ d3
        back = d2 @ U2T
        for i in range(N):
            for j in range(H):
                dh[i, j] = dh[i, j] * (one - z[t, i, j]) + drh[i, j] * r[t, i, j] + back[i, j]
    return loss, dW, np.concatenate((dU2, dU3), axis=1), db
