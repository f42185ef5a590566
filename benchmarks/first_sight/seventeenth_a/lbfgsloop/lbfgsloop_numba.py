import numba as nb
import numpy as np


@nb.njit(fastmath={"reassoc", "nsz"})
def dot(a, b):
    """Sums in any order, as BLAS sums them."""
    total = 0.0
    for i in range(a.size):
        total += a[i] * b[i]
    return total


@nb.njit(fastmath={"reassoc", "nsz"}, error_model="numpy")
def objective(gradient, x, data, weight, edge):
    n = x.size
    distance, jumps, before = 0.0, 0.0, 0.0
    for i in range(n):
        gap = x[i] - data[i]
        distance += gap * gap
        gradient[i] = gap
    for i in range(n - 1):
        jump = x[i + 1] - x[i]
        length = np.sqrt(jump * jump + edge * edge)
        jumps += length
        pull = weight * jump / length
        gradient[i] += before - pull
        before = pull
    gradient[n - 1] += before
    return 0.5 * distance + weight * jumps


@nb.njit(error_model="numpy")
def minimise(x, data, weight, edge, memory, history):
    n = x.size
    S, Y, rho, alpha = np.zeros((memory, n)), np.zeros((memory, n)), np.zeros(memory), np.zeros(memory)
    gradient, ahead_gradient, q, trial = np.empty(n), np.empty(n), np.empty(n), np.empty(n)
    value = objective(gradient, x, data, weight, edge)
    for step in range(history.size):
        oldest = max(0, step - memory)
        for j in range(n):
            q[j] = gradient[j]
        for k in range(step - 1, oldest - 1, -1):
            i = k % memory
            a, y = rho[i] * dot(S[i], q), Y[i]
            alpha[i] = a
            for j in range(n):
                q[j] -= a * y[j]
        if step > 0:
            last = (step - 1) % memory
            scale = 1.0 / (rho[last] * dot(Y[last], Y[last]))
            for j in range(n):
                q[j] *= scale
        for k in range(oldest, step):
            i = k % memory
            a, s = alpha[i] - rho[i] * dot(Y[i], q), S[i]
            for j in range(n):
                q[j] += a * s[j]
        slope = -dot(q, gradient)
        length = 1.0
        while True:
            for j in range(n):
                trial[j] = x[j] - length * q[j]
            ahead = objective(ahead_gradient, trial, data, weight, edge)
            if not (ahead > value + 1e-4 * length * slope and length > 1e-6):
                break
            length *= 0.5
        slot = step % memory
        s, y = S[slot], Y[slot]
        for j in range(n):
            s[j] = -length * q[j]
            y[j] = ahead_gradient[j] - gradient[j]
            x[j] += s[j]
        rho[slot] = 1.0 / dot(s, y)
        value = ahead
        gradient, ahead_gradient = ahead_gradient, gradient
        history[step] = value
