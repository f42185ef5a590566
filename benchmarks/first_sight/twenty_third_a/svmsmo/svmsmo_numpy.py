import numpy as np


def kernels(a, b, gamma):
    squares = np.sum(a ** 2, axis=1)[:, None] + np.sum(b ** 2, axis=1) - 2.0 * a @ b.T
    return np.exp(-gamma * np.maximum(squares, 0.0))


def svmsmo(x, y, fresh, cost, gamma, tol, limit):
    """Weights by sequential minimal optimisation after Platt and Keerthi, and what the machine says of fresh points."""
    n = y.size
    K = kernels(x, x, gamma)
    alpha = np.zeros(n)
    gradient = -np.ones(n)
    bias = 0.0
    steps = 0
    for _ in range(limit):
        score = -y * gradient
        up = np.where(y > 0.0, alpha < cost, alpha > 0.0)
        down = np.where(y > 0.0, alpha > 0.0, alpha < cost)
        i = np.argmax(np.where(up, score, -np.inf))
        j = np.argmin(np.where(down, score, np.inf))
        bias = 0.5 * (score[i] + score[j])
        gap = score[i] - score[j]
        if gap < tol:
            break
        step = gap / max(K[i, i] + K[j, j] - 2.0 * K[i, j], 1e-12)
        room_i = cost - alpha[i] if y[i] > 0.0 else alpha[i]
        room_j = alpha[j] if y[j] > 0.0 else cost - alpha[j]
        step = min(step, room_i, room_j)
        alpha[i] = min(max(alpha[i] + y[i] * step, 0.0), cost)
        alpha[j] = min(max(alpha[j] - y[j] * step, 0.0), cost)
        gradient += step * y * (K[i] - K[j])
        steps += 1
    decision = kernels(fresh, x, gamma) @ (alpha * y) + bias
    return alpha, bias, decision, steps
