import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def kernels(a, b, gamma):
    out = np.dot(a, b.T)
    sa, sb = np.empty(a.shape[0]), np.empty(b.shape[0])
    for i in range(sa.size):
        sa[i] = np.sum(a[i] ** 2)
    for i in range(sb.size):
        sb[i] = np.sum(b[i] ** 2)
    for i in range(sa.size):
        for j in range(sb.size):
            out[i, j] = np.exp(-gamma * max(sa[i] + sb[j] - 2.0 * out[i, j], 0.0))
    return out


@nb.njit(error_model="numpy")
def svmsmo(x, y, fresh, cost, gamma, tol, limit):
    n = y.size
    K = kernels(x, x, gamma)
    alpha, gradient = np.zeros(n), -np.ones(n)
    bias, steps = 0.0, 0
    for _ in range(limit):
        i, j, high, low = 0, 0, -np.inf, np.inf
        for k in range(n):
            score = -y[k] * gradient[k]
            if score > high and (alpha[k] < cost if y[k] > 0.0 else alpha[k] > 0.0):
                i, high = k, score
            if score < low and (alpha[k] > 0.0 if y[k] > 0.0 else alpha[k] < cost):
                j, low = k, score
        bias = 0.5 * (high + low)
        if high - low < tol:
            break
        step = (high - low) / max(K[i, i] + K[j, j] - 2.0 * K[i, j], 1e-12)
        room_i = cost - alpha[i] if y[i] > 0.0 else alpha[i]
        room_j = alpha[j] if y[j] > 0.0 else cost - alpha[j]
        step = min(step, room_i, room_j)
        alpha[i] = min(max(alpha[i] + y[i] * step, 0.0), cost)
        alpha[j] = min(max(alpha[j] - y[j] * step, 0.0), cost)
        for k in range(n):
            gradient[k] += step * y[k] * (K[i, k] - K[j, k])
        steps += 1
    decision = np.dot(kernels(fresh, x, gamma), alpha * y) + bias
    return alpha, bias, decision, steps
